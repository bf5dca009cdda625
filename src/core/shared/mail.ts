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
  readonly createdAt: Date;
  /** After this time the mail is not sent any more. */
  readonly givesUpAt: Date;
};

/** The content of a mail, without its layout. */
export type MailContent = {
  readonly subject: string;
  readonly greeting: string;
  readonly paragraphs: readonly string[];
  /** The mail's single call to action. */
  readonly action: { readonly label: string; readonly url: string } | null;
  readonly closing: string;
};

/** Renders a mail as plain text and as HTML for phones and old mail programs. */
export function write(content: MailContent): Pick<Mail, 'subject' | 'text' | 'html'> {
  return { subject: content.subject, text: plainText(content), html: page(content) };
}

function plainText({ greeting, paragraphs, action, closing }: MailContent): string {
  const link = action === null ? [] : [`${action.label}:\n${action.url}`];
  return `${[greeting, ...paragraphs, ...link, closing, 'Waypost'].join('\n\n')}\n`;
}

function page({ subject, greeting, paragraphs, action, closing }: MailContent): string {
  const lines = [greeting, ...paragraphs].map((text) => paragraph(text, '#1c2128')).join('\n');
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escape(subject)}</title>
</head>
<body style="margin:0;padding:24px 12px;background:#f3f4f1;font-family:system-ui,-apple-system,'Segoe UI',Roboto,Arial,sans-serif">
<div style="max-width:480px;margin:0 auto;padding:28px 24px;background:#ffffff;border:1px solid #dcdfd6;border-radius:12px">
<p style="margin:0 0 20px;font-size:18px;font-weight:700;color:#1c2128">Waypost</p>
${lines}
${action === null ? '' : button(action)}
${paragraph(closing, '#57606a')}
</div>
</body>
</html>
`;
}

function paragraph(text: string, colour: string): string {
  return `<p style="margin:0 0 16px;font-size:16px;line-height:1.5;color:${colour}">${escape(text)}</p>`;
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
