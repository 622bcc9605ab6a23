import type { Reduction } from '@shop/shared/sales/reduction-schema.ts'
import { discountWords } from './discount-words.ts'

/** Payers of a discount. */
export const BEARERS: Readonly<Record<Reduction['bearer'], string>> = {
  shared: 'Shared by consignor and shop',
  shop: 'The shop',
  consignor: 'The consignor',
}

type Props = { readonly reduction: Pick<Reduction, 'kind' | 'value' | 'scope' | 'reason'> }

/** Names what a line was reduced by, and why. The discount of a whole sale stands on each of its lines. */
export const ReductionName = ({ reduction }: Props) => (
  <>
    {discountWords({ ...reduction, reason: '' })}
    {reduction.scope === 'cart' && ' the sale'}
    {reduction.reason !== '' && (
      <>
        {' · '}
        <bdi>{reduction.reason}</bdi>
      </>
    )}
  </>
)
