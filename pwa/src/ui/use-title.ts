import { useEffect } from 'react'
import { PRODUCT_NAME } from './brand.ts'

/** Sets the title of the browser's tab to the screen's. */
export function useTitle(title: string): void {
  useEffect(() => {
    document.title = `${title} · ${PRODUCT_NAME}`
  }, [title])
}
