/**
 * Small modules that most screens share. The app's first file imports this list, so that the
 * bundler puts them into that file. Otherwise each would be a separate file, with its own headers
 * and worse compression.
 */
import '#web/features/account/email.ts';
import '#web/features/billing/billing.ts';
import '#web/features/billing/bank-return.ts';
import '#web/features/billing/finish-subscription.ts';
import '#web/features/billing/prices/prices.ts';
import './state/trial.ts';
import '#web/ui/browser/use-debounced.ts';
import '#web/format.ts';
import '#web/forms/refusals.ts';
import '#web/forms/use-action.ts';
import '#web/ui/fields/field.tsx';
import '#web/ui/fields/search-box.tsx';
import '#web/ui/floating/floating.tsx';
import '#web/ui/answers/pager.tsx';
import '#web/ui/answers/query.tsx';
import '#web/ui/answers/skeleton.tsx';

export { ArrowDown, ChartLine, Check, Target, Trash2, TriangleAlert, X } from 'lucide-react';
