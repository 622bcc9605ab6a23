import { shifts } from '@shop/shared/pos/shift-schema.ts'
import { useDeviceSetting, useEngine, useLive } from '../../sync/api.ts'
import { type OpenedShift, shiftOfDevice } from './open-shift.ts'

/** Name of the drawer with which this device works, whoever is signed in. */
export const useDrawer = () => useDeviceSetting('till.drawer', 'Drawer 1')

/** The open shift of this device's drawer. */
export function useOpenShift(): OpenedShift | undefined {
  const [drawer] = useDrawer()
  const clientId = useEngine()?.clientId
  return useLive((view) => shiftOfDevice(view.all(shifts), drawer, clientId), [drawer, clientId])
}
