import { BillingCard } from '#web/features/billing/billing-card.tsx';
import { SettingsSection } from './settings-page.tsx';

/** The plan, its payment and the invoices. */
export function Component() {
  return <SettingsSection>{() => <BillingCard />}</SettingsSection>;
}
