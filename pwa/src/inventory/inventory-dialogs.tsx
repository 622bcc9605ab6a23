import { type Item, items } from '@shop/shared/inventory/schema.ts'
import { useLive } from '../sync/api.ts'
import { FormModal } from '../ui/form-modal.tsx'
import { CategoriesSheet } from './categories-sheet.tsx'
import { HandOverForm } from './hand-over-form.tsx'
import { ItemForm } from './item-form.tsx'
import { MassInputForm } from './mass-input-form.tsx'
import type { RowAction } from './row-actions.tsx'
import { SaleForm } from './sale-form.tsx'

/** The open dialog. `item`: the item as it was when the dialog opened. */
export type OpenDialog =
  | { readonly kind: 'addMaster' | 'addConsignor' | 'massInput' | 'categories' }
  | { readonly kind: Exclude<RowAction, 'delete'>; readonly item: Item }

type Props = { dialog: OpenDialog | null; onClose: () => void; onDone: (message: string) => void }

export function InventoryDialogs({ dialog, onClose, onDone }: Props) {
  if (!dialog) return null
  const ends = { onClose, onDone }
  switch (dialog.kind) {
    case 'addMaster':
      return (
        <FormModal title="Add to Master Inventory" onClose={onClose}>
          <ItemForm target={{ mode: 'master' }} {...ends} />
        </FormModal>
      )
    case 'addConsignor':
      return (
        <FormModal title="Add to Consignor Inventory" onClose={onClose}>
          <ItemForm target={{ mode: 'consignor' }} {...ends} />
        </FormModal>
      )
    case 'massInput':
      return (
        <FormModal title="Mass Input" onClose={onClose}>
          <MassInputForm {...ends} />
        </FormModal>
      )
    case 'categories':
      return <CategoriesSheet onClose={onClose} />
    case 'edit':
      return (
        <FormModal title="Edit Item" onClose={onClose}>
          <ItemForm target={{ mode: 'edit', item: dialog.item }} {...ends} />
        </FormModal>
      )
    default:
      return <ItemDialog kind={dialog.kind} item={dialog.item} {...ends} />
  }
}

/** Dialogs that follow the current item: its stock may change while they are open. */
function ItemDialog({
  kind,
  item: opened,
  onClose,
  onDone,
}: Omit<Props, 'dialog'> & { kind: Exclude<RowAction, 'edit' | 'delete'>; item: Item }) {
  const item = useLive((view) => view.get(items, opened.id), [opened.id]) ?? opened
  if (kind === 'sell')
    return (
      <FormModal title="Record Sale" onClose={onClose}>
        <SaleForm item={item} onClose={onClose} onDone={onDone} />
      </FormModal>
    )
  return (
    <FormModal title={item.consignorId === null ? 'Add to Consignor' : 'Copy to Consignor'} onClose={onClose}>
      <HandOverForm item={item} onClose={onClose} onDone={onDone} />
    </FormModal>
  )
}
