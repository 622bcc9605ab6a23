import { Checkbox, Stack, TextInput } from '@mantine/core'
import { addAddress } from '@shop/shared/accounts/commands/add-address.ts'
import { editAddress } from '@shop/shared/accounts/commands/edit-address.ts'
import { ADDRESS_INCOMPLETE, type AddressFields, addressFieldsSchema, DEFAULT_COUNTRY } from '@shop/shared/accounts/rules/address.ts'
import { type Address, MAX_ADDRESS_LINE } from '@shop/shared/accounts/schema.ts'
import { useRunCommand } from '../../sync/api.ts'
import { DraftNote } from '../../ui/draft-note.tsx'
import { FormFoot } from '../../ui/form-foot.tsx'
import { FormModal } from '../../ui/form-modal.tsx'
import { useShopForm } from '../../ui/use-shop-form.ts'
import { useSubmit } from '../../ui/use-submit.ts'
import classes from './profile.module.css'

const FIELDS: readonly { readonly field: keyof AddressFields; readonly label: string; readonly autoComplete: string }[] = [
  { field: 'name', label: 'Full name', autoComplete: 'name' },
  { field: 'street', label: 'Street address', autoComplete: 'street-address' },
  { field: 'city', label: 'City', autoComplete: 'address-level2' },
  { field: 'state', label: 'State', autoComplete: 'address-level1' },
  { field: 'zip', label: 'ZIP code', autoComplete: 'postal-code' },
  { field: 'country', label: 'Country', autoComplete: 'country-name' },
]

const EMPTY: AddressFields = { name: '', street: '', city: '', state: '', zip: '', country: DEFAULT_COUNTRY }

/** The changed fields; an edit sends only these. */
function changesOf(address: Address, fields: AddressFields): Partial<AddressFields> {
  return Object.fromEntries(Object.entries(fields).filter(([field, value]) => value !== address[field as keyof AddressFields]))
}

type Props = {
  readonly uid: string
  /** The address to edit; null for a new one. */
  readonly address: Address | null
  /** True for the first address, which becomes the default without a choice. */
  readonly isFirst: boolean
  readonly onClose: () => void
  readonly onDone: (message: string) => void
}

/** Adds or edits a shipping address. Works offline. */
export default function AddressForm({ uid, address, isFirst, onClose, onDone }: Props) {
  const run = useRunCommand()
  const { submit, changed, busy, problem, forget } = useSubmit('Error saving address: ')
  const { name, street, city, state, zip, country } = address ?? EMPTY
  const {
    form,
    element,
    submit: check,
    draftNote,
    endDraft,
  } = useShopForm({
    draft: address ? `address ${address.id}` : 'address',
    initialValues: { name, street, city, state, zip, country, isDefault: false },
    schema: addressFieldsSchema,
    onChange: changed,
  })
  const isIncomplete = Object.values(form.errors).includes(ADDRESS_INCOMPLETE)

  const send = check(async ({ isDefault, ...values }) => {
    const fields = addressFieldsSchema.parse(values)
    const isDone = await submit(({ commandId, rowId }) =>
      address
        ? run(editAddress, { id: address.id, changes: changesOf(address, fields) }, { id: commandId })
        : run(addAddress, { id: rowId, uid, fields, isDefault }, { id: commandId }),
    )
    if (!isDone) return
    endDraft()
    onDone(address ? 'Address updated' : 'Address added')
  })
  const cancel = () => {
    endDraft()
    onClose()
  }
  return (
    <FormModal title={address ? 'Edit Address' : 'Add Address'} onClose={onClose} size="md">
      <form ref={element} onSubmit={send} noValidate>
        <Stack>
          <DraftNote {...draftNote} />
          <div className={classes.addressFields}>
            {FIELDS.map(({ field, label, autoComplete }) => {
              const { error, ...input } = form.getInputProps(field)
              return (
                <TextInput
                  key={field}
                  label={label}
                  withAsterisk
                  autoComplete={autoComplete}
                  maxLength={MAX_ADDRESS_LINE}
                  wrapperProps={{ 'data-wide': field === 'name' || field === 'street' || undefined }}
                  {...(field === 'name' ? { 'data-autofocus': true } : {})}
                  {...input}
                  // one message below covers all incomplete fields
                  error={error === ADDRESS_INCOMPLETE ? true : error}
                />
              )
            })}
          </div>
          {!address && !isFirst && (
            <Checkbox label="Make this the default address" {...form.getInputProps('isDefault', { type: 'checkbox' })} />
          )}
          <FormFoot
            problem={isIncomplete ? ADDRESS_INCOMPLETE : problem}
            onClear={isIncomplete ? form.clearErrors : forget}
            onCancel={cancel}
            busy={busy}
            label={address ? 'Save' : 'Add Address'}
          />
        </Stack>
      </form>
    </FormModal>
  )
}
