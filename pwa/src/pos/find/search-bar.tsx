import { ActionIcon, CloseButton, TextInput } from '@mantine/core'
import {
  IconCamera,
  IconCashRegister,
  IconCsv,
  IconDots,
  IconKeyboard,
  IconReceipt,
  IconSearch,
  IconVolume,
  IconVolumeOff,
} from '@tabler/icons-react'
import type { KeyboardEvent, RefObject } from 'react'
import { ActionMenu, ActionMenuItem, ActionMenuLink } from '../../ui/action-menu.tsx'
import { useMoments } from '../../ui/use-moments.ts'
import type { Consignor } from '../queries.ts'
import { sinceWhen } from '../shift/open-shift.ts'
import { useOpenShift } from '../shift/use-open-shift.ts'
import { ConsignorFilter } from './consignor-filter.tsx'
import classes from './find.module.css'

type Props = {
  readonly field: RefObject<HTMLInputElement | null>
  readonly text: string
  readonly onText: (text: string) => void
  readonly onKeyDown: (event: KeyboardEvent<HTMLInputElement>) => void
  /** True while the list of results is shown. */
  readonly hasResults: boolean
  readonly activeDescendant: string | undefined
  readonly consignors: readonly Consignor[]
  readonly consignor: Consignor | null
  readonly onConsignor: (consignor: Consignor | null) => void
  readonly isCameraOpen: boolean
  readonly onCamera: () => void
  readonly isSoundOn: boolean
  readonly onSound: () => void
  readonly onShift: () => void
  readonly onCsv: () => void
  readonly onHelp: () => void
}

export function SearchBar(props: Props) {
  return (
    <search className={classes.bar}>
      <TextInput
        ref={props.field}
        className={classes.search}
        size="lg"
        type="search"
        role="combobox"
        aria-label="Search items"
        aria-controls={props.hasResults ? 'till-results' : undefined}
        aria-expanded={props.hasResults}
        aria-autocomplete="list"
        aria-activedescendant={props.activeDescendant}
        aria-keyshortcuts="/ F2"
        placeholder="Search items"
        autoComplete="off"
        spellCheck={false}
        enterKeyHint="search"
        maxLength={200}
        leftSection={<IconSearch stroke={1.5} />}
        rightSection={props.text !== '' && <CloseButton aria-label="Clear the search" onClick={() => props.onText('')} />}
        value={props.text}
        onChange={(event) => props.onText(event.currentTarget.value)}
        onKeyDown={props.onKeyDown}
      />
      <div className={classes.consignor}>
        <ConsignorFilter consignors={props.consignors} chosen={props.consignor} onChoose={props.onConsignor} />
      </div>
      <ActionIcon
        className={classes.tool}
        variant={props.isCameraOpen ? 'light' : 'default'}
        aria-label={props.isCameraOpen ? 'Close the camera' : 'Scan with the camera'}
        aria-pressed={props.isCameraOpen}
        onClick={props.onCamera}
      >
        <IconCamera stroke={1.5} />
      </ActionIcon>
      <ActionMenu label="More of the till" target={<IconDots stroke={1.5} />} targetClassName={classes.more}>
        <ActionMenuLink to="/pos/sales" icon={<IconReceipt />}>
          POS sales
        </ActionMenuLink>
        <ActionMenuItem icon={<IconCashRegister />} onClick={props.onShift}>
          <ShiftWords />
        </ActionMenuItem>
        <ActionMenuItem icon={<IconCsv />} onClick={props.onCsv}>
          Today’s sales as CSV
        </ActionMenuItem>
        <ActionMenuItem icon={props.isSoundOn ? <IconVolume /> : <IconVolumeOff />} onClick={props.onSound} keepsOpen>
          {props.isSoundOn ? 'Sound is on' : 'Sound is off'}
        </ActionMenuItem>
        <ActionMenuItem icon={<IconKeyboard />} onClick={props.onHelp}>
          Keys
        </ActionMenuItem>
      </ActionMenu>
    </search>
  )
}

/** Says whether the shift of this device's drawer is open. */
function ShiftWords() {
  const shift = useOpenShift()
  const moments = useMoments()
  return (
    <span>
      Shift
      <small>{shift ? `${shift.drawer}, open since ${sinceWhen(moments, shift.openedAtMs, Date.now())}` : 'None is open'}</small>
    </span>
  )
}
