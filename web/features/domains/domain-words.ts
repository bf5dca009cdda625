import type { OwnDomainJson as Domain } from '#contract/domains';

type Words = {
  readonly label: string;
  readonly tone: 'good' | 'warn' | 'info';
  readonly text: string;
};

/** What a domain's state means, and what its owner can do. */
export function wordsOf(domain: Domain): Words {
  switch (domain.status) {
    case 'active':
      return { label: 'Connected', tone: 'good', text: 'Links on this domain work.' };
    case 'unpointed':
      return { label: 'Not pointed here', tone: 'warn', text: pointingText(domain) };
    case 'waiting':
      return { label: 'Waiting for DNS', tone: 'info', text: proofText(domain) };
    case 'taken':
      return {
        label: 'Used by another account',
        tone: 'warn',
        text: 'Your TXT record is right, but the record of another Waypost account is still there. Remove that record to take the domain over.',
      };
    case 'failing':
      return {
        label: 'TXT record missing',
        tone: 'warn',
        text: `${proofText(domain)} Links still work. They stop if the next checks do not find the record.`,
      };
    case 'suspended':
      return {
        label: 'Suspended',
        tone: 'warn',
        text: `${proofText(domain)} Links on this domain do not work until the record is back.`,
      };
  }
}

function proofText({ findings, proofRecord }: Domain): string {
  if (findings === null) return 'Set the records below. They are checked every minute.';
  if (findings.proof === 'unknown') return 'The DNS servers did not answer at the last check.';
  const seen = findings.texts.length === 0 ? 'none' : findings.texts.join(', ');
  return `TXT found: ${seen}. Expected: ${proofRecord.value}.`;
}

function pointingText({ findings, pointingRecord, addressRecords }: Domain): string {
  const expected = [pointingRecord?.value, addressRecords.map(({ value }) => value).join(', ')]
    .filter(Boolean)
    .join(' or ');
  if (findings === null || findings.pointing === 'unknown') {
    return `The domain is yours, but DNS did not say where it leads. Expected: ${expected}.`;
  }
  const seen = [...(findings.cname === null ? [] : [findings.cname]), ...findings.addresses];
  const found = seen.length === 0 ? 'none' : seen.join(', ');
  return `The domain is yours, but it does not lead here. Found: ${found}. Expected: ${expected}. Behind a proxy of your own this can be right.`;
}
