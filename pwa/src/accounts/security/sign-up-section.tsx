import { SegmentedControl } from '@mantine/core'
import { getSignUpRuleCall, setSignUpRuleCall } from '@shop/shared/accounts/calls/sign-up.ts'
import { type SignUpRule, signUpRuleSchema } from '@shop/shared/accounts/rules/sign-up.ts'
import { useCall, useSyncStatus } from '../../sync/api.ts'
import { Banner, useBanner } from '../../ui/banner.tsx'
import { sentenceOf } from '../../ui/error-message.ts'
import { Section } from '../../ui/page.tsx'
import { useBusy } from '../../ui/use-busy.ts'
import { useCalled } from '../../ui/use-called.ts'
import classes from '../profile/profile.module.css'

const RULES: { readonly value: SignUpRule; readonly label: string }[] = [
  { value: 'open', label: 'Everybody' },
  { value: 'invited', label: 'Invited only' },
  { value: 'off', label: 'Nobody' },
]

const NOTES: Readonly<Record<SignUpRule, string>> = {
  open: 'Whoever opens the app can create an account.',
  invited: 'To create an account, a person opens the link of an invitation. You invite people under Consignors.',
  off: 'The app takes no new accounts, not even by an invitation. You can still add consignors.',
}

/** Sets who may create an account. A choice takes effect immediately; it does not wait for the form around it. */
export function SignUpSection() {
  const call = useCall()
  const { online } = useSyncStatus()
  const { props: banner, show, fail } = useBanner()
  const { busy, run } = useBusy()
  const { answer, problem, load } = useCalled(getSignUpRuleCall)
  const change = (value: string) =>
    void run(async () => {
      try {
        await call(setSignUpRuleCall, { body: { rule: signUpRuleSchema.parse(value) } })
        show('Saved')
      } catch (thrown) {
        fail(sentenceOf(thrown))
      }
      await load()
    })
  return (
    <Section title="New accounts" description="Who may create an account. Whoever has one signs in as before.">
      <Banner {...banner} inline />
      {problem !== null && <p role="alert">{problem}</p>}
      <SegmentedControl
        aria-label="Who may create an account"
        data={RULES}
        value={answer?.rule ?? ''}
        disabled={!online || answer === null || busy}
        onChange={change}
      />
      {!online && <p className={classes.note}>You are offline. This can be changed when the server is reached again.</p>}
      {answer && <p className={classes.note}>{NOTES[answer.rule]}</p>}
    </Section>
  )
}
