import { editSettings } from '@shop/shared/settings/commands.ts'
import { isProofNeeded } from '@shop/shared/settings/rules.ts'
import type { ShopSettings } from '@shop/shared/settings/schema.ts'
import { useEffect, useMemo, useRef, useState } from 'react'
import { useRunAnswered } from '../sync/api.ts'
import { showUndo } from '../ui/message-store.ts'
import { useBusy } from '../ui/use-busy.ts'
import { useShopForm } from '../ui/use-shop-form.ts'
import { changesOf, type SettingsValues, settingsFormSchema, typedSince, valuesOf } from './settings-form-values.ts'

const SAVED = 'Settings saved'
const SAVED_UNPROVED = 'Saved on this device. Once it is sent, the shop may ask you under Sync to show that it is you.'

/** The settings form. Until somebody types, it follows what other admins save; saving sends only the typed fields. */
export function useSettingsForm(current: ShopSettings, onMessage: (text: string) => void) {
  const runAnswered = useRunAnswered()
  const { busy, run } = useBusy()
  const saved = useMemo(() => valuesOf(current), [current])
  const latest = useRef(current)
  latest.current = current
  const [started, setStarted] = useState<SettingsValues>(saved)
  const { form, element, submit, mark, refused } = useShopForm({ initialValues: started, schema: settingsFormSchema })
  const typed = typedSince(started, form.values)
  const isDirty = Object.keys(typed).length > 0

  /** `later`: what somebody typed while the server answered. */
  const startFrom = (values: SettingsValues, later: Partial<SettingsValues> = {}) => {
    setStarted(values)
    form.setValues({ ...values, ...later })
    form.clearErrors()
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when the settings change
  useEffect(() => {
    if (!isDirty) startFrom(saved)
  }, [saved])

  /** Runs the changes. Answers the sentence for the person, or null when nobody looks any more. */
  const send = async (values: SettingsValues): Promise<string | null> => {
    const changes = changesOf(started, values)
    const needsProof = isProofNeeded(current, changes)
    const answer = await runAnswered(editSettings, { changes })
    if (answer.kind === 'left') return null
    if (answer.kind === 'refused') {
      mark(answer.result.fields ?? {})
      return `Error: ${answer.result.message ?? 'The server refused the change'}`
    }
    // another admin may have changed other fields meanwhile
    startFrom(valuesOf({ ...latest.current, ...changes }), typedSince(values, form.getValues()))
    return answer.kind === 'waiting' && needsProof ? SAVED_UNPROVED : SAVED
  }
  const save = submit((values) =>
    run(async () => {
      try {
        const told = await send(values)
        if (told !== null) onMessage(told)
      } catch (thrown) {
        onMessage(`Error: ${refused(thrown)}`)
      }
    }),
  )
  const discard = () => {
    startFrom(saved)
    // undo restores these fields only, and keeps what another admin saved meanwhile
    showUndo('Changes discarded', () => form.setValues(typed))
  }
  return { form, element, isDirty, busy, save, discard }
}
