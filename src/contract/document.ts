import * as z from 'zod/mini';
import { route } from './route.ts';

/** Which product answers, and where its documents are. */
const About = z.object({
  product: z.literal('Waypost'),
  version: z.string(),
  /** The address of this document. */
  openapi: z.string(),
  /** The address of the reference for people. */
  reference: z.string(),
});

export const showVersion = route('GET /api/v1', {
  caller: 'anybody',
  summary: 'Show version and documents',
  answer: About,
});
/** With an `ETag`: a request with `If-None-Match` gets 304 while it is the same. */
export const showDocument = route('GET /api/v1/openapi.json', {
  caller: 'anybody',
  summary: 'Get this document',
  file: ['application/json'],
});
