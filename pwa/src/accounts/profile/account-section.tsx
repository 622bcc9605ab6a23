import { Button } from '@mantine/core'
import { editProfile } from '@shop/shared/accounts/commands/edit-profile.ts'
import { displayNameSchema } from '@shop/shared/accounts/rules.ts'
import { isEmailProved, nameOf, type User } from '@shop/shared/accounts/schema.ts'
import { IconCopy } from '@tabler/icons-react'
import { lazy, type ReactNode, Suspense, useState } from 'react'
import * as z from 'zod/mini'
import { useRunCommand, useSyncStatus } from '../../sync/api.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { useConfirm } from '../../ui/confirm.tsx'
import { errorMessage } from '../../ui/error-message.ts'
import { Section } from '../../ui/page.tsx'
import { RowButton } from '../../ui/row-button.tsx'
import { Tag } from '../../ui/tag.tsx'
import { CONFIRM_EMAIL_PLACE } from '../confirm-email/confirm-email-place.ts'
import { OneFieldForm } from './one-field-form.tsx'
import classes from './profile.module.css'

const PictureDialog = lazy(() => import('./picture-dialog.tsx'))
const ConfirmEmailForm = lazy(() => import('../confirm-email/confirm-email-form.tsx'))
const UsernameDialog = lazy(() => import('./username-dialog.tsx'))

const nameSchema = z.object({ value: displayNameSchema })

type Props = { readonly user: User; readonly onMessage: (text: string) => void }

/** The person's picture, which can be changed and removed. */
export function PictureSection({ user, onMessage }: Props) {
  const run = useRunCommand()
  const confirm = useConfirm()
  const { online } = useSyncStatus()
  const [isOpen, setOpen] = useState(false)
  const remove = async () => {
    const isSure = await confirm({
      title: 'Remove your profile picture?',
      body: 'Your initials take its place. The picture itself is deleted.',
      confirmLabel: 'Remove picture',
    })
    if (!isSure) return
    try {
      await run(editProfile, { uid: user.id, changes: { photoUrl: '' } })
      onMessage('Profile picture removed')
    } catch (thrown) {
      onMessage(errorMessage('Error updating profile: ', thrown))
    }
  }
  return (
    <Section title="Profile picture">
      <div className={classes.picture}>
        <Avatar name={nameOf(user)} photoUrl={user.photoUrl} size="lg" />
        <div className={classes.stack}>
          <div className={classes.fieldButtons}>
            <Button variant="default" disabled={!online} onClick={() => setOpen(true)}>
              {user.photoUrl === '' ? 'Upload a picture' : 'Change picture'}
            </Button>
            {user.photoUrl !== '' && (
              <Button variant="default" onClick={() => void remove()}>
                Remove picture
              </Button>
            )}
          </div>
          {!online && <p className={classes.note}>You are offline. A picture can be uploaded when the server is reached again.</p>}
        </div>
      </div>
      {isOpen && (
        <Suspense fallback={null}>
          <PictureDialog
            onClose={() => setOpen(false)}
            onDone={() => {
              setOpen(false)
              onMessage('Profile picture updated')
            }}
          />
        </Suspense>
      )}
    </Section>
  )
}

export function AccountSection({ user, onMessage }: Props) {
  const run = useRunCommand()
  const { online } = useSyncStatus()
  const [isChoosing, setChoosing] = useState(false)
  const copyId = async () => {
    try {
      await navigator.clipboard.writeText(user.id)
      onMessage('User ID copied')
    } catch {
      onMessage('Error: This browser does not let the app copy. Please select the ID and copy it.')
    }
  }
  return (
    <Section title="Account">
      <OneFieldForm
        label="Display name"
        value={user.displayName}
        schema={nameSchema}
        prefix="Error updating profile: "
        save={(displayName, id) => run(editProfile, { uid: user.id, changes: { displayName } }, { id })}
        onSaved={() => onMessage('Profile updated')}
        inputProps={{ autoComplete: 'name' }}
      />
      <dl className={classes.facts}>
        <Fact name="E-mail">
          <bdi>{user.email}</bdi>
          {!isEmailProved(user) && <Tag tone="warn">Not confirmed</Tag>}
        </Fact>
        <Fact name="Username">
          {user.username === null ? <span className={classes.note}>Not set</span> : <bdi>{user.username}</bdi>}
          <Button variant="default" disabled={!online} onClick={() => setChoosing(true)}>
            {user.username === null ? 'Choose' : 'Change'}
          </Button>
          {!online && <span className={classes.note}>Needs a connection</span>}
        </Fact>
        <Fact name="Role">
          <Tag tone={user.role === 'admin' ? 'info' : 'neutral'}>{user.role === 'admin' ? 'Administrator' : 'User'}</Tag>
        </Fact>
        <Fact name="User ID" isOneLine>
          <code className={classes.id}>{user.id}</code>
          <RowButton label="Copy user ID" onClick={() => void copyId()}>
            <IconCopy aria-hidden="true" />
          </RowButton>
        </Fact>
      </dl>
      {!isEmailProved(user) && (
        <div id={CONFIRM_EMAIL_PLACE}>
          <Suspense fallback={null}>
            <ConfirmEmailForm email={user.email} onConfirmed={() => onMessage('E-mail confirmed')} />
          </Suspense>
        </div>
      )}
      {isChoosing && (
        <Suspense fallback={null}>
          <UsernameDialog
            own={user.username}
            onClose={() => setChoosing(false)}
            onDone={() => {
              setChoosing(false)
              onMessage('Username set successfully!')
            }}
          />
        </Suspense>
      )}
    </Section>
  )
}

function Fact({ name, isOneLine, children }: { readonly name: string; readonly isOneLine?: true; readonly children: ReactNode }) {
  return (
    <div className={classes.fact}>
      <dt>{name}</dt>
      <dd data-one-line={isOneLine}>{children}</dd>
    </div>
  )
}
