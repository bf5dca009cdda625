import { z } from 'zod';
import { dimensions } from '#core/analytics/report/dimensions';
import { exportFormats } from './export-answer.ts';

/** The parameters of an export besides those of the report. */
export const exportAsked = z.object({
  format: z.enum(exportFormats, `Choose a format of ${exportFormats.join(', ')}`),
  what: z.enum(['series', ...dimensions], `Choose series, or a list of ${dimensions.join(', ')}`),
});
