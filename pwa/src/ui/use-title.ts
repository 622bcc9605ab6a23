import { useEffect } from 'react'
import { PRODUCT_NAME } from './brand.ts'

export function useTitle(title: string): void {
  useEffect(() => {
    document.title = `${title} · ${PRODUCT_NAME}`
  }, [title])
}
