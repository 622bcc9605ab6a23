import { cents, formatCents, formatRate } from '@shop/shared/kernel/money.ts'
import type { Discount, Reduction } from '@shop/shared/sales/reduction-schema.ts'

/** Size of a discount: "10% off", "$5.00 off". */
export const offWords = ({ kind, value }: Pick<Discount, 'kind' | 'value'>): string =>
  `${kind === 'percent' ? formatRate(value) : formatCents(cents(value))} off`

/** Payers of a discount. */
export const BEARERS: Readonly<Record<Discount['bearer'], string>> = {
  shared: 'Consignor and shop',
  shop: 'The shop',
  consignor: 'The consignor',
}

type Props = { readonly reduction: Pick<Reduction, 'kind' | 'value' | 'scope' | 'reason'> }

/** Names what a line was reduced by, and why. The discount of a whole sale stands on each of its lines. */
export const ReductionName = ({ reduction }: Props) => (
  <>
    {offWords(reduction)}
    {reduction.scope === 'cart' && ' the sale'}
    {reduction.reason !== '' && (
      <>
        {' · '}
        <bdi>{reduction.reason}</bdi>
      </>
    )}
  </>
)
