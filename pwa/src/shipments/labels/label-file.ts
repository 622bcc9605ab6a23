import { downloadPostalLabelCall } from '@shop/shared/shipments/label-calls.ts'
import type { PostalLabel } from '@shop/shared/shipments/label-schema.ts'
import { useCallback } from 'react'
import { useCall } from '../../sync/api.ts'
import { downloadFile } from '../../ui/download-file.ts'
import { errorMessage } from '../../ui/error-message.ts'

/** Downloads a postal label for its taker or an admin. Reports a failure, and resolves to false after one. */
export function useLabelFile(show: (message: string) => void): (label: PostalLabel) => Promise<boolean> {
  const call = useCall()
  return useCallback(
    async ({ id, trackingNumber, file }) => {
      try {
        const bytes = (await call(downloadPostalLabelCall, { params: { id } })) as Blob
        downloadFile(`postal-label-${trackingNumber.replace(/\W+/g, '-')}.${file.name.split('.').at(-1)}`, bytes)
        return true
      } catch (thrown) {
        show(errorMessage('Error: ', thrown))
        return false
      }
    },
    [call, show],
  )
}
