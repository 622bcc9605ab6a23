import { Stack } from '@mantine/core'
import type { MigrationResult } from '@shop/shared/accounts/calls/administration.ts'
import { type User, users } from '@shop/shared/accounts/schema.ts'
import type { ReactNode } from 'react'
import { useLive } from '../../sync/api.ts'
import { FormModal } from '../../ui/form-modal.tsx'
import { PersonalData } from '../privacy/personal-data.tsx'
import { AddConsignorForm } from './add-consignor-form.tsx'
import { CustomSaleForm } from './custom-sale-form.tsx'
import { EditUserForm } from './edit-user-form.tsx'
import { InventoryList } from './inventory-dialog.tsx'
import { InvitePanel } from './invite-panel.tsx'
import { MigrationResults } from './migration-results.tsx'
import { shownName } from './person-list.ts'

export type OpenDialog =
  | { readonly kind: 'sale' | 'edit' | 'history' | 'inventory' | 'data'; readonly user: User }
  | { readonly kind: 'add' }
  | { readonly kind: 'invite' }
  | { readonly kind: 'results'; readonly result: MigrationResult }

type Props = {
  readonly dialog: OpenDialog | null
  /** A person's sales, payouts and shipments. */
  readonly history: (user: User) => ReactNode
  readonly onClose: () => void
  readonly onDone: (message: string) => void
}

export function PersonDialogs({ dialog, history, onClose, onDone }: Props) {
  if (!dialog) return null
  if (dialog.kind === 'results') return <MigrationResults result={dialog.result} onClose={onClose} />
  if (dialog.kind === 'invite')
    return (
      <FormModal title="Invite" onClose={onClose} size="md">
        <InvitePanel />
      </FormModal>
    )
  if (dialog.kind === 'add')
    return (
      <FormModal title="Add Consignor" onClose={onClose} size="md">
        <AddConsignorForm onClose={onClose} onDone={onDone} />
      </FormModal>
    )
  return <DialogOfPerson kind={dialog.kind} user={dialog.user} history={history} onClose={onClose} onDone={onDone} />
}

type PersonProps = Omit<Props, 'dialog'> & { readonly kind: 'sale' | 'edit' | 'history' | 'inventory' | 'data'; readonly user: User }

function DialogOfPerson({ kind, user: opened, history, onClose, onDone }: PersonProps) {
  const user = useLive((view) => view.get(users, opened.id), [opened.id]) ?? opened
  if (kind === 'edit')
    return (
      <FormModal title="Edit User" onClose={onClose}>
        <EditUserForm user={opened} onClose={onClose} onDone={onDone} />
      </FormModal>
    )
  if (kind === 'data')
    return (
      <FormModal title={`Data of ${shownName(opened)}`} onClose={onClose} size="md">
        <PersonalData
          uid={opened.id}
          name={shownName(opened)}
          isOwn={false}
          onMessage={onDone}
          onErased={(name) => onDone(`The data was erased. The books say “${name}” from now on.`)}
        />
      </FormModal>
    )
  if (kind === 'sale')
    return (
      <FormModal title="Record Custom Sale" onClose={onClose} size="md">
        <CustomSaleForm user={user} onClose={onClose} onDone={onDone} />
      </FormModal>
    )
  return (
    <FormModal title={`${kind === 'history' ? 'History' : 'Inventory'} of ${shownName(user)}`} onClose={onClose} size="xl">
      <Stack gap="md">{kind === 'history' ? history(user) : <InventoryList user={user} />}</Stack>
    </FormModal>
  )
}
