import { uploadProfileImage } from '@shop/shared/accounts/calls/profile.ts'
import { setPhoto } from '@shop/shared/accounts/commands/set-photo.ts'
import { implementCall } from '../../platform/http/implement-call.ts'
import type { Pictures } from '../../platform/kernel/pictures.ts'
import { readOwnUser } from '../own-user.ts'

/** POST /auth/upload-profile-image. The picture is kept before the profile shows it; one that no profile came to show is removed again. */
export const uploadProfileImageCall = (pictures: Pictures) =>
  implementCall(uploadProfileImage, async ({ body, actor, platform, newId }) => {
    const bytes = new Uint8Array(await body.profileImage.arrayBuffer())
    const kept = await pictures.keepProfilePicture({ bytes, uid: actor.uid, id: newId() })
    try {
      await platform.runCommand(actor, setPhoto, { uid: actor.uid, photoUrl: kept })
    } catch (error) {
      await pictures.discard(kept)
      throw error
    }
    // an upload that is repeated after a later one leaves the later one where it is
    const { photoURL } = await readOwnUser(platform.db, actor.uid)
    if (photoURL !== kept) await pictures.discard(kept)
    return { imageUrl: photoURL }
  })
