import type { MailState } from '@shop/shared/mail/schema.ts'
import { IconArchive, IconCircleCheck, IconCircleX, IconClock } from '@tabler/icons-react'
import { HERE } from '../ui/moments.ts'
import { Tag, type Tone } from '../ui/tag.tsx'

const STATES: Readonly<Record<MailState, { word: string; tone: Tone; Icon: typeof IconClock }>> = {
  waiting: { word: 'Waiting', tone: 'info', Icon: IconClock },
  sent: { word: 'Sent', tone: 'good', Icon: IconCircleCheck },
  failed: { word: 'Failed', tone: 'bad', Icon: IconCircleX },
  kept: { word: 'Kept here', tone: 'neutral', Icon: IconArchive },
}

export const stateWord = (state: MailState): string => STATES[state].word

export function MailStateTag({ state }: { readonly state: MailState }) {
  const { word, tone, Icon } = STATES[state]
  return (
    <Tag tone={tone} icon={<Icon aria-hidden="true" />}>
      {word}
    </Tag>
  )
}

const KINDS: Readonly<Record<string, string>> = {
  'mail.written': 'Written here',
  'accounts.passwordReset': 'Password reset',
  'accounts.emailProof': 'E-mail confirmation',
  'accounts.invitation': 'Invitation',
  'accounts.factorChanged': 'Second step changed',
  'accounts.providerChanged': 'Google or Discord linked',
  'payouts.newHandle': 'Payout to a new name',
}

/** Label for the kind of a mail: `accounts.emailChanged` reads ‘Email changed’ unless listed above. */
export function kindWord(kind: string): string {
  const words = (kind.split('.').at(-1) ?? kind).replace(/([A-Z])/g, ' $1').toLowerCase()
  return KINDS[kind] ?? words.charAt(0).toUpperCase() + words.slice(1)
}

export const whenOf = (iso: string): string => HERE.moment(Date.parse(iso))
