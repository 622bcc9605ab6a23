import { useMantineColorScheme } from '@mantine/core'
import { useCallback, useMemo } from 'react'
import { CANVAS_COLORS } from './theme.ts'

/** Light or dark, as last chosen on this device. */
export function useThemeChoice(): { readonly isDark: boolean; readonly setDark: (isDark: boolean) => void } {
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  const setDark = useCallback(
    (isDark: boolean) => {
      const next = isDark ? 'dark' : 'light'
      setColorScheme(next)
      // the browser's own frame follows
      document.querySelector('meta[name="theme-color"]')?.setAttribute('content', CANVAS_COLORS[next])
    },
    [setColorScheme],
  )
  return useMemo(() => ({ isDark: colorScheme === 'dark', setDark }), [colorScheme, setDark])
}
