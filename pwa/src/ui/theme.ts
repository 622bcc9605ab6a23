// The design system. A screen uses it like this:
//
//   export default function ThingsScreen() {
//     const banner = useBanner()
//     return (
//       <Page title="Things" actions={<Button>Add a thing</Button>}>
//         <Banner {...banner.props} />
//         <DataTable label="Things" rows={things} columns={columns} rowId={(thing) => thing.id} empty={<EmptyState title="No things yet" />} />
//       </Page>
//     )
//   }
//
// - Page: one h1, actions, and the width of a screen. `fill` for a screen that scrolls inside itself, as the till does.
// - Sizes: Mantine's `md` is the 44 px target, `lg` the 56 px target of the till. Components have the right default, so `size` is rarely set.
// - Colours: --shop-* of tokens.css and Mantine's own variables; `good`, `warn`, `bad`, `info`, `neutral`, `open`, `agreed` are the tones of a Tag.
// - Money: <MoneyText cents={…} />. Numbers in columns: `align: 'end'`.
// - Type scale of tokens.css: xs 12, sm 14, md 16, lg 20, xl 28 px, for one figure 44 px; weights 400, 500 and 650. Space: Mantine's xs 8, sm 12, md 16, lg 24, xl 32 px.
// - Forms: useShopForm (zod schema of shared, focus into the first wrong field, the server's field messages) in a FormModal, which is a sheet.
//   `draft` keeps what is typed in the tab until the form is sent or cancelled; <DraftNote> says so.
// - Confirmations: useConfirm() names the thing. Cheap acts run at once and offer undo: showUndo().
// - A new screen: one line in app/routes.tsx and, when the navigation lists it, one in app/navigation.ts.

import { type CSSVariablesResolver, createTheme, type MantineColorsTuple } from '@mantine/core'
import { DRAWN_ACCENT } from '@shop/shared/brands/branded-page.ts'
import { accentShades, accentTokens } from './accent.ts'

/** Accent of the built-in brand, light to dark. */
const INDIGO: MantineColorsTuple = [
  '#f1f1fd',
  '#e0e0fa',
  '#c0c0f3',
  '#9e9eec',
  '#8080e5',
  '#6b6be0',
  '#5b5bd6',
  '#4a49b8',
  '#3f3e9e',
  '#323182',
]

const GRAY: MantineColorsTuple = [
  '#f6f5f2',
  '#efeeea',
  '#eae8e3',
  '#e6e4de',
  '#cbc8c0',
  '#a8a59d',
  '#75726b',
  '#5f5d58',
  '#3c3b38',
  '#17171a',
]

const DARK: MantineColorsTuple = [
  '#ececf0',
  '#c9c9d1',
  '#a1a1ad',
  '#8b8b97',
  '#44444d',
  '#2b2b31',
  '#1f1f23',
  '#17171a',
  '#121214',
  '#0e0e10',
]

// Mantine's own red and green are too light for text on their soft backgrounds.
const RED: MantineColorsTuple = [
  '#fdecea',
  '#fad4d0',
  '#f4ada6',
  '#ff8f85',
  '#e5695c',
  '#d4483a',
  '#c4321f',
  '#b42318',
  '#9b1c13',
  '#7d1710',
]

const GREEN: MantineColorsTuple = [
  '#e7f5ec',
  '#cdebd8',
  '#a0d8b5',
  '#5fd497',
  '#41b574',
  '#26985a',
  '#15803d',
  '#146c43',
  '#115734',
  '#0d4428',
]

/** Page background for the browser's own frame; must equal the values in tokens.css, index.html, landing.html and public/theme.js. */
export const CANVAS_COLORS = { light: '#f6f5f2', dark: '#0e0e10' } as const

/** Duration of Mantine's transitions, milliseconds; at 200 or more the app feels slow. */
export const MOTION_MS = 140

/** Mantine's steps of a measure of tokens.css. */
const scale = (measure: 'font' | 'line') =>
  Object.fromEntries(['xs', 'sm', 'md', 'lg', 'xl'].map((step) => [step, `var(--shop-${measure}-${step})`]))

/** Accent tokens of tokens.css in a brand's colour. */
export function makeTokens(accent: string): CSSVariablesResolver {
  const tokens = accent === DRAWN_ACCENT ? { light: {}, dark: {} } : accentTokens(accent)
  return () => ({ variables: {}, ...tokens })
}

export function makeTheme(accent: string) {
  const quick = { transitionProps: { duration: MOTION_MS } }
  const target = { defaultProps: { size: 'md' } }
  // a window's header must not be a banner landmark: the page already has one
  const attributes = { header: { role: 'presentation' } }
  // the cross sets the header's height; the title looks like Dialog's
  const title = { fontSize: 'var(--mantine-font-size-lg)', fontWeight: 'var(--shop-bold)', lineHeight: 'var(--mantine-line-height-lg)' }
  const styles = { header: { paddingBlock: '0.5rem', gap: 'var(--mantine-spacing-md)' }, title }
  const overWindow = { defaultProps: { overlayProps: { backgroundOpacity: 0.45 }, attributes, styles, ...quick } }
  return createTheme({
    colors: { accent: accent === DRAWN_ACCENT ? INDIGO : accentShades(accent), gray: GRAY, dark: DARK, red: RED, green: GREEN },
    primaryColor: 'accent',
    primaryShade: { light: 6, dark: 6 },
    fontFamily: 'var(--shop-font)',
    fontFamilyMonospace: 'ui-monospace, SFMono-Regular, Menlo, Consolas, monospace',
    fontSizes: scale('font'),
    lineHeights: scale('line'),
    fontWeights: { regular: '400', medium: 'var(--shop-medium)', bold: 'var(--shop-bold)' },
    spacing: { xs: '0.5rem', sm: '0.75rem', md: '1rem', lg: '1.5rem', xl: '2rem' },
    radius: { xs: '0.25rem', sm: '0.375rem', md: '0.5rem', lg: '0.75rem', xl: '1rem' },
    defaultRadius: 'md',
    headings: {
      fontWeight: 'var(--shop-bold)',
      sizes: {
        h1: { fontSize: 'var(--shop-font-xl)', lineHeight: 'var(--shop-line-xl)' },
        h2: { fontSize: 'var(--shop-font-lg)', lineHeight: 'var(--shop-line-lg)' },
        h3: { fontSize: 'var(--shop-font-md)', lineHeight: 'var(--shop-line-md)' },
      },
    },
    respectReducedMotion: true,
    cursorType: 'pointer',
    focusRing: 'auto',
    components: {
      ActionIcon: { defaultProps: { size: 'md', variant: 'subtle', color: 'gray' } },
      Button: target,
      Checkbox: target,
      CloseButton: { defaultProps: { size: 'xl', iconSize: '1.25rem' } },
      Combobox: { defaultProps: { shadow: 'md', ...quick } },
      FileInput: target,
      Menu: { defaultProps: { shadow: 'md', ...quick } },
      Modal: overWindow,
      Drawer: overWindow,
      NativeSelect: target,
      NumberInput: target,
      PasswordInput: target,
      Popover: { defaultProps: { shadow: 'md', ...quick } },
      SegmentedControl: target,
      Select: target,
      Switch: target,
      Textarea: target,
      TextInput: target,
      Tooltip: { defaultProps: { openDelay: 400, ...quick } },
    },
  })
}
