import { Button } from '@mantine/core'
import { removeAddress } from '@shop/shared/accounts/commands/remove-address.ts'
import { setDefaultAddress } from '@shop/shared/accounts/commands/set-default-address.ts'
import { inOrder, MAX_ADDRESSES } from '@shop/shared/accounts/rules/address.ts'
import { type Address, addresses } from '@shop/shared/accounts/schema.ts'
import { IconMapPin, IconPencil, IconTrash } from '@tabler/icons-react'
import { lazy, Suspense, useMemo, useState } from 'react'
import { type CommandState, useLive, useRunCommand } from '../../sync/api.ts'
import { CommandStateTag } from '../../ui/command-state-tag.tsx'
import { useConfirm } from '../../ui/confirm.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { errorMessage } from '../../ui/error-message.ts'
import { Section } from '../../ui/page.tsx'
import { RowButton } from '../../ui/row-button.tsx'
import rows from '../../ui/rows.module.css'
import { Tag } from '../../ui/tag.tsx'
import { useRowStates } from '../../ui/use-row-states.ts'
import classes from './profile.module.css'

const AddressForm = lazy(() => import('./address-form.tsx'))

/** Ids of the addresses that a queued command changes. */
function addressIdsOf(commandName: string, args: unknown): readonly string[] {
  const id = commandName.startsWith('accounts.') && commandName.endsWith('Address') ? (args as { id?: unknown } | null)?.id : undefined
  return typeof id === 'string' ? [id] : []
}

/** The shipping addresses, one of which is the default. */
export function AddressesSection({ uid, onMessage }: { readonly uid: string; readonly onMessage: (text: string) => void }) {
  const kept = useLive((view) => view.where(addresses, 'uid', uid), [uid])
  const own = useMemo(() => inOrder(kept), [kept])
  const [editing, setEditing] = useState<Address | 'new' | null>(null)
  const isFull = own.length >= MAX_ADDRESSES
  const add = () => setEditing('new')
  const closeDone = (message: string) => {
    setEditing(null)
    onMessage(message)
  }
  return (
    <Section
      title="Shipping addresses"
      {...(isFull ? { description: `${MAX_ADDRESSES} addresses are the most there can be.` } : {})}
      actions={
        own.length > 0 && (
          <Button variant="default" disabled={isFull} onClick={add}>
            Add Address
          </Button>
        )
      }
    >
      {own.length === 0 ? (
        <EmptyState
          icon={<IconMapPin />}
          title="No addresses yet"
          hint="What you buy on the marketplace is sent to your default address."
          action={<Button onClick={add}>Add Address</Button>}
        />
      ) : (
        <AddressList uid={uid} own={own} onEdit={setEditing} onMessage={onMessage} />
      )}
      {editing !== null && (
        <Suspense fallback={null}>
          <AddressForm
            uid={uid}
            address={editing === 'new' ? null : editing}
            isFirst={own.length === 0}
            onClose={() => setEditing(null)}
            onDone={closeDone}
          />
        </Suspense>
      )}
    </Section>
  )
}

type ListProps = {
  readonly uid: string
  readonly own: readonly Address[]
  readonly onEdit: (address: Address) => void
  readonly onMessage: (text: string) => void
}

function AddressList({ uid, own, onEdit, onMessage }: ListProps) {
  const { remove, makeDefault } = useAddressActs(uid, own.length, onMessage)
  const states = useRowStates(addressIdsOf)
  return (
    <ul className={rows.list} aria-label="Your addresses">
      {own.map((address) => (
        <AddressRow
          key={address.id}
          address={address}
          state={states.get(address.id)}
          onEdit={() => onEdit(address)}
          onRemove={() => void remove(address)}
          onMakeDefault={() => void makeDefault(address)}
        />
      ))}
    </ul>
  )
}

function useAddressActs(uid: string, count: number, onMessage: (text: string) => void) {
  const run = useRunCommand()
  const confirm = useConfirm()
  const remove = async ({ id, name, street, city, isDefault }: Address) => {
    const isSure = await confirm({
      title: 'Delete this address?',
      body: (
        <>
          <p>
            <bdi>
              {name}, {street}, {city}
            </bdi>
          </p>
          {isDefault && count > 1 && <p>It is the default; another address becomes it.</p>}
        </>
      ),
      confirmLabel: 'Delete address',
    })
    if (!isSure) return
    try {
      await run(removeAddress, { id, uid })
      onMessage('Address deleted')
    } catch (thrown) {
      onMessage(errorMessage('Error deleting address: ', thrown))
    }
  }
  const makeDefault = async ({ id }: Address) => {
    try {
      await run(setDefaultAddress, { id, uid })
      onMessage('Default address updated')
    } catch (thrown) {
      onMessage(errorMessage('Error updating default address: ', thrown))
    }
  }
  return { remove, makeDefault }
}

type RowProps = {
  readonly address: Address
  readonly state: CommandState | undefined
  readonly onEdit: () => void
  readonly onRemove: () => void
  readonly onMakeDefault: () => void
}

function AddressRow({ address, state, onEdit, onRemove, onMakeDefault }: RowProps) {
  const { name, street, city, state: region, zip, country, isDefault } = address
  return (
    <li className={rows.row}>
      <address className={classes.lines}>
        <span className={classes.addressHead}>
          <strong>
            <bdi>{name}</bdi>
          </strong>
          {isDefault && <Tag tone="good">Default</Tag>}
          {state && <CommandStateTag state={state} />}
        </span>
        <bdi>{street}</bdi>
        <bdi>
          {city}, {region} {zip}
        </bdi>
        <bdi>{country}</bdi>
      </address>
      <div className={classes.addressButtons}>
        {!isDefault && (
          <Button variant="default" onClick={onMakeDefault} aria-label={`Make the address of ${name}, ${street}, the default`}>
            Set as default
          </Button>
        )}
        <RowButton label={`Edit the address of ${name}, ${street}`} onClick={onEdit}>
          <IconPencil aria-hidden="true" />
        </RowButton>
        <RowButton label={`Delete the address of ${name}, ${street}`} onClick={onRemove}>
          <IconTrash aria-hidden="true" />
        </RowButton>
      </div>
    </li>
  )
}
