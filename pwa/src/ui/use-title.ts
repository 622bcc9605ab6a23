import { useEffect } from 'react'
import { PRODUCT_NAME } from './brand.ts'

/** Names the browser's tab after the screen. */
export function useTitle(title: string): void {
  useEffect(() => {
    document.title = `${title} · ${PRODUCT_NAME}`
  }, [title])
}
