import type { z } from 'zod'
import { useShopForm } from '../ui/use-shop-form.ts'
import { useSubmit } from '../ui/use-submit.ts'
import { useFreshRows } from './offers/use-offer-act.ts'

/** How a window with a form about one trade closes, and how it says what came of it. */
export type TradeFormProps = { readonly onClose: () => void; readonly onMessage: (text: string) => void }

type Options<Values> = TradeFormProps & { readonly initialValues: Values; readonly schema: z.ZodType<unknown> }

/** A form that one call sends. A refusal marks its fields and keeps what was typed; the tables sync either way, since a refusal often means that the trade has
 *  moved on. */
export function useTradeForm<Values extends Record<string, unknown>>({ initialValues, schema, onClose, onMessage }: Options<Values>) {
  const refresh = useFreshRows()
  const { submit, changed, busy, problem, forget } = useSubmit('Error: ')
  const { form, element, submit: check, refused } = useShopForm<Values>({ initialValues, schema, onChange: changed })

  const sending = (send: (values: Values) => Promise<{ readonly message: string }>) =>
    check(async (values) => {
      let message = ''
      const isDone = await submit(async () => {
        try {
          message = (await send(values)).message
        } catch (thrown) {
          refused(thrown)
          throw thrown
        }
      })
      void refresh()
      if (!isDone) return
      onClose()
      onMessage(message)
    })
  return { form, element, sending, busy, problem, forget }
}
