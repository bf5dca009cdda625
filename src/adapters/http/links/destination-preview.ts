import * as contract from '#contract/links/destination-preview';
import { previewDestination, type PreviewPorts } from '#core/links/preview-destination';
import { type Mountable, on } from '#adapters/http/frame/on';

/** What a page says of itself, for the form of a link that leads there. */
export function destinationPreviewRoutes(ports: PreviewPorts): Mountable[] {
  return [on(contract.previewDestination, ({ query }) => previewDestination(ports, query.url))];
}
