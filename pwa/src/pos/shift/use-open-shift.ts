import { shifts } from '@shop/shared/pos/shift-schema.ts'
import { useDeviceSetting, useEngine, useLive } from '../../sync/api.ts'
import { type OpenedShift, shiftOfDevice } from './open-shift.ts'

/** Name of the drawer with which this device works, whoever is signed in; null until it opened or joined a shift. A device away from the drawer, such
 *  as a laptop at home, must not count into it. */
export const useDrawer = () => useDeviceSetting<string | null>('till.drawer', null)

/** The open shift of this device's drawer. */
export function useOpenShift(): OpenedShift | undefined {
  const [drawer] = useDrawer()
  const clientId = useEngine()?.clientId
  return useLive((view) => (drawer === null ? undefined : shiftOfDevice(view.all(shifts), drawer, clientId)), [drawer, clientId])
}
