import { useEffect, useRef } from 'react'
import { navigate, useQuery } from './router.tsx'

/** Carries out what an address asks for once, as `?new=item`, and takes it out of the address, so that a reload does not ask again. */
export function useAddressOrder(name: string, carryOut: (value: string) => void): void {
  const value = useQuery().get(name)
  const latest = useRef(carryOut)
  latest.current = carryOut
  useEffect(() => {
    if (value === null) return
    const query = new URLSearchParams(window.location.search)
    query.delete(name)
    navigate(window.location.pathname + (query.size === 0 ? '' : `?${query}`), { replace: true })
    latest.current(value)
  }, [name, value])
}
