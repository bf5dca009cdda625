import {
  CalendarClock,
  Image,
  Lock,
  type LucideIcon,
  Signpost,
  Smartphone,
  Tag,
  Target,
  Waypoints,
} from 'lucide-react';
import {
  accessSummary,
  appsSummary,
  conversionsSummary,
  nameSummary,
  previewSummary,
  rulesSummary,
  scheduleSummary,
  type Summary,
  utmSummary,
} from './summaries.ts';
import type { SectionTitle } from './unfolded.ts';

type SectionHead = { readonly Icon: LucideIcon; readonly summary: Summary };

/** What the line of a folded section shows beside its title. */
export const sectionHeads: Readonly<Record<SectionTitle, SectionHead>> = {
  'Name, tags and folder': { Icon: Tag, summary: nameSummary },
  UTM: { Icon: Waypoints, summary: utmSummary },
  'Schedule and limits': { Icon: CalendarClock, summary: scheduleSummary },
  Access: { Icon: Lock, summary: accessSummary },
  Rules: { Icon: Signpost, summary: rulesSummary },
  'App links': { Icon: Smartphone, summary: appsSummary },
  Preview: { Icon: Image, summary: previewSummary },
  Conversions: { Icon: Target, summary: conversionsSummary },
};
