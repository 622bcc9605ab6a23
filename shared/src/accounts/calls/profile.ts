import * as z from 'zod/mini'
import { imageRefusals } from '../../images/errors.ts'
import { PROFILE_IMAGE } from '../../images/rules.ts'
import { defineCall } from '../../kernel/define-call.ts'
import { kernelRefusals } from '../../kernel/errors.ts'
import { idSchema } from '../../kernel/ids.ts'
import { fileOf } from '../../kernel/upload.ts'
import { profileChangesSchema } from '../commands/edit-profile.ts'
import { accountRefusals } from '../errors.ts'
import { profileRefusals } from '../profile-errors.ts'
import { addressFieldsSchema, newAddressSchema } from '../rules/address.ts'
import { chatIdSchema } from '../rules/chat-id.ts'
import { usernameSchema } from '../rules/username.ts'
import { ownUserSchema, restAddressSchema } from './own-user.ts'

const { ACCOUNT_NOT_FOUND } = accountRefusals
const { USERNAME_TAKEN, ADDRESS_NOT_FOUND, ADDRESS_EXISTS, TOO_MANY_ADDRESSES } = profileRefusals
const { TOO_LARGE } = kernelRefusals

/** The chat account in a body: its id, an object with the id, or null for none. Clients may send back the object that `GET /auth/me` returns. */
const sentDiscord = z.pipe(
  z.union([z.object({ id: z.nullish(chatIdSchema) }), z.string(), z.null()], 'Please send {"id": "…"} or null'),
  z.transform((discord) => (typeof discord === 'string' ? discord : (discord?.id ?? ''))),
)
const discordSchema = z.pipe(sentDiscord, chatIdSchema)

/** Edits the caller's own profile. */
export const editProfileCall = defineCall({
  name: 'accounts.changeMe',
  method: 'PUT',
  path: '/auth/me',
  access: 'user',
  summary: 'Changes the given fields of the caller’s own profile.',
  body: z.extend(z.omit(profileChangesSchema, { discordId: true }), {
    discord: z.optional(discordSchema),
    /** '' removes the picture. */
    photoURL: z.optional(z.literal('', 'Please upload a picture, or send an empty text to remove yours')),
  }),
  output: ownUserSchema,
  refusals: { ACCOUNT_NOT_FOUND },
})

/** Sets the caller's username. */
export const setUsernameCall = defineCall({
  name: 'accounts.chooseUsername',
  method: 'POST',
  path: '/auth/set-username',
  access: 'user',
  summary: 'Sets the caller’s username; nobody else may have it, in upper or lower case.',
  body: z.object({ username: usernameSchema }),
  output: z.object({ username: z.string() }),
  refusals: { USERNAME_TAKEN, ACCOUNT_NOT_FOUND },
})

/** Tells if a username is available, the caller's own, taken or invalid. */
export const checkUsernameCall = defineCall({
  name: 'accounts.checkUsername',
  method: 'GET',
  path: '/auth/check-username',
  access: 'user',
  summary: 'Says whether a username is available, the caller’s own, taken by somebody else, or invalid.',
  query: z.object({ username: z._default(z.string().check(z.maxLength(1_000, 'At most 1000 characters')), '') }),
  output: z.object({
    /** Also true for the caller’s own username. */
    available: z.boolean(),
    status: z.enum(['available', 'own', 'taken', 'invalid']),
    /** Reason why the name is unavailable; '' when it is available. */
    message: z.string(),
  }),
})

/** Uploads the caller's picture. */
export const setPhotoCall = defineCall({
  name: 'accounts.uploadProfileImage',
  method: 'POST',
  path: '/auth/upload-profile-image',
  access: 'user',
  summary: 'Uploads the caller’s profile picture and keeps it as a square JPEG without metadata.',
  multipart: { files: { profileImage: PROFILE_IMAGE } },
  cost: 'upload',
  body: z.object({ profileImage: fileOf(PROFILE_IMAGE) }),
  /** `imageUrl`: a path below the shop's address. */
  output: z.object({ imageUrl: z.string() }),
  refusals: { ...imageRefusals, ACCOUNT_NOT_FOUND, TOO_LARGE },
})

const addressPath = z.object({ id: z.string() })
const addressesAnswer = z.object({ addresses: z.array(restAddressSchema) })
/** `id`: the id of the written address. */
const writtenAddress = z.extend(addressesAnswer, { id: z.string(), address: restAddressSchema })

/** Adds an address. */
export const addAddressCall = defineCall({
  name: 'accounts.createAddress',
  method: 'POST',
  path: '/auth/addresses',
  access: 'user',
  summary: 'Adds a shipping address for the caller; the first one becomes the default.',
  body: z.extend(newAddressSchema, { id: z.optional(idSchema), isDefault: z.optional(z.boolean('Please send true or false')) }),
  output: writtenAddress,
  refusals: { ADDRESS_EXISTS, TOO_MANY_ADDRESSES, ACCOUNT_NOT_FOUND },
})

/** Edits an address. */
export const editAddressCall = defineCall({
  name: 'accounts.changeAddress',
  method: 'PUT',
  path: '/auth/addresses/{id}',
  access: 'user',
  summary: 'Changes the given fields of one of the caller’s addresses; `isDefault: true` makes it the default.',
  params: addressPath,
  body: z.extend(z.partial(addressFieldsSchema), { isDefault: z.optional(z.boolean('Please send true or false')) }),
  output: writtenAddress,
  refusals: { ADDRESS_NOT_FOUND },
})

/** Deletes an address. */
export const removeAddressCall = defineCall({
  name: 'accounts.deleteAddress',
  method: 'DELETE',
  path: '/auth/addresses/{id}',
  access: 'user',
  summary: 'Deletes one of the caller’s addresses. If it was the default, another one becomes the default.',
  params: addressPath,
  output: z.extend(addressesAnswer, { success: z.literal(true) }),
  refusals: { ADDRESS_NOT_FOUND },
})
