/** One mail to one person, ready to be sent. */
export type Mail = {
  /** UUIDv7. It is also the Message-ID, so that receivers recognise a repeat. */
  readonly id: string;
  /** Identifies the event behind the mail: of mails with one key only the first is sent. */
  readonly eventKey: string;
  /** An e-mail address that was validated when it was entered. */
  readonly to: string;
  /** The address for answers, also validated; without it, answers go to the sender. */
  readonly replyTo?: string | undefined;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  readonly attachments?: readonly Attachment[] | undefined;
  /** Where mail programs send a POST when the reader wants no more of these mails (RFC 8058). */
  readonly unsubscribeUrl?: string | undefined;
  readonly createdAt: Date;
  /** After this time the mail is not sent any more. */
  readonly givesUpAt: Date;
};

/** A file in a mail. */
export type Attachment = {
  readonly fileName: string;
  readonly type: string;
  readonly base64: string;
  /** By this id the mail's HTML shows the picture. */
  readonly cid?: string | undefined;
};

/** A picture of the mail's attachments, or a table of words and numbers. */
type Part =
  | { readonly kind: 'picture'; readonly cid: string; readonly alt: string; readonly width: number }
  | {
      readonly kind: 'table';
      readonly title: string;
      /** The first cell is a word; the others stand right. */
      readonly rows: readonly (readonly string[])[];
    };

/** The content of a mail, without its layout. */
export type MailContent = {
  readonly subject: string;
  readonly greeting: string;
  readonly paragraphs: readonly string[];
  /** After the paragraphs. */
  readonly parts?: readonly Part[] | undefined;
  /** The mail's single call to action. */
  readonly action: { readonly label: string; readonly url: string } | null;
  readonly closing: string;
  /** A link in small print after it. */
  readonly end?: { readonly label: string; readonly url: string } | undefined;
};

/** Renders a mail as plain text and as HTML for phones and old mail programs. */
export function write(content: MailContent): Pick<Mail, 'subject' | 'text' | 'html'> {
  return { subject: content.subject, text: plainText(content), html: page(content) };
}

function plainText({
  greeting,
  paragraphs,
  parts = [],
  action,
  closing,
  end,
}: MailContent): string {
  const link = action === null ? [] : [`${action.label}:\n${action.url}`];
  const last = end === undefined ? [] : [`${end.label}:\n${end.url}`];
  return `${[greeting, ...paragraphs, ...parts.flatMap(partText), ...link, closing, ...last, 'Waypost'].join('\n\n')}\n`;
}

function partText(part: Part): readonly string[] {
  if (part.kind === 'picture') return [];
  const rows = part.rows.map(([name = '', ...cells]) => `${name}: ${cells.join(', ')}`);
  return [[part.title, ...rows].join('\n')];
}

function page({
  subject,
  greeting,
  paragraphs,
  parts = [],
  action,
  closing,
  end,
}: MailContent): string {
  const lines = [greeting, ...paragraphs].map((text) => paragraph(text, '#1c2128')).join('\n');
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escape(subject)}</title>
</head>
<body style="margin:0;padding:24px 12px;background:#f3f4f1;font-family:system-ui,-apple-system,'Segoe UI',Roboto,Arial,sans-serif">
<div style="max-width:${parts.length > 0 ? 520 : 480}px;margin:0 auto;padding:28px 24px;background:#ffffff;border:1px solid #dcdfd6;border-radius:12px">
<p style="margin:0 0 20px;font-size:18px;font-weight:700;color:#1c2128">Waypost</p>
${lines}
${parts.map(partHtml).join('\n')}
${action === null ? '' : button(action)}
${paragraph(closing, '#57606a')}${end === undefined ? '' : `\n${smallLink(end)}`}
</div>
</body>
</html>
`;
}

function paragraph(text: string, colour: string): string {
  return `<p style="margin:0 0 16px;font-size:16px;line-height:1.5;color:${colour}">${escape(text)}</p>`;
}

function partHtml(part: Part): string {
  if (part.kind === 'picture') {
    return `<p style="margin:0 0 16px"><img src="cid:${part.cid}" alt="${escape(part.alt)}" width="${part.width}" style="display:block;width:100%;max-width:${part.width}px;height:auto;border:0"></p>`;
  }
  const rows = part.rows.map((cells) => {
    const shown = cells.map((cell, index) =>
      index === 0
        ? `<td style="padding:6px 8px 6px 0;border-top:1px solid #e6e8e1;word-break:break-word">${escape(cell)}</td>`
        : `<td align="right" style="padding:6px 0 6px 8px;border-top:1px solid #e6e8e1;white-space:nowrap">${escape(cell)}</td>`,
    );
    return `<tr>${shown.join('')}</tr>`;
  });
  return `<p style="margin:0 0 6px;font-size:14px;font-weight:600;color:#1c2128">${escape(part.title)}</p>
<table width="100%" cellspacing="0" cellpadding="0" style="margin:0 0 20px;border-collapse:collapse;font-size:14px;line-height:1.4;color:#1c2128">
${rows.join('\n')}
</table>`;
}

function smallLink({ label, url }: { label: string; url: string }): string {
  return `<p style="margin:0;font-size:13px;line-height:1.5"><a href="${escape(url)}" style="color:#57606a">${escape(label)}</a></p>`;
}

/** The button, and the bare address for programs that show no links. */
function button({ label, url }: { label: string; url: string }): string {
  const href = escape(url);
  return `<p style="margin:0 0 16px"><a href="${href}" style="display:inline-block;padding:12px 20px;background:#1c2128;border-radius:8px;font-size:16px;font-weight:600;color:#ffffff;text-decoration:none">${escape(label)}</a></p>
<p style="margin:0 0 16px;font-size:13px;line-height:1.5;color:#57606a;word-break:break-all">${href}</p>`;
}

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

function escape(text: string): string {
  return text.replace(/[&<>"']/g, (character) => entities[character] ?? '');
}
