import { editSettings } from '@shop/shared/settings/commands.ts'
import type { ShopSettings } from '@shop/shared/settings/schema.ts'
import { useEffect, useMemo, useState } from 'react'
import { useRunCommand } from '../sync/api.ts'
import { showUndo } from '../ui/undo-toast.tsx'
import { useBusy } from '../ui/use-busy.ts'
import { useShopForm } from '../ui/use-shop-form.ts'
import { changesOf, type SettingsValues, settingsFormSchema, typedSince, valuesOf } from './settings-form-values.ts'

/** The settings form. Until somebody types, it follows what other admins save; saving sends only the typed fields. */
export function useSettingsForm(current: ShopSettings, onMessage: (text: string) => void) {
  const runCommand = useRunCommand()
  const { busy, run } = useBusy()
  const saved = useMemo(() => valuesOf(current), [current])
  const [started, setStarted] = useState<SettingsValues>(saved)
  const { form, element, submit, refused } = useShopForm({ initialValues: started, schema: settingsFormSchema })
  const typed = typedSince(started, form.values)
  const isDirty = Object.keys(typed).length > 0

  const startFrom = (values: SettingsValues) => {
    setStarted(values)
    form.setValues(values)
    form.clearErrors()
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when the settings change
  useEffect(() => {
    if (!isDirty) startFrom(saved)
  }, [saved])

  const save = submit((values) =>
    run(async () => {
      const changes = changesOf(started, values)
      try {
        if (Object.keys(changes).length > 0) await runCommand(editSettings, { changes })
        startFrom(valuesOf({ ...current, ...changes }))
        onMessage('Settings saved')
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
