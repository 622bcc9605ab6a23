import { TextInput } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { type KeyboardEvent, useEffect, useId, useMemo, useRef, useState } from 'react'
import { counted } from '../../ui/counted.ts'
import { Dialog } from '../../ui/dialog.tsx'
import classes from './find.module.css'
import { findHits, type Hit, type HitGroup } from './find-hits.ts'
import { useFindSources } from './use-find-sources.ts'

/** Finds screens, actions, goods, people and receipts on this device, as one types. Arrows choose, Enter goes there. */
export default function FindWindow({ onClose }: { readonly onClose: () => void }) {
  return (
    <Dialog isOpen onClose={onClose} title="Find">
      <Finder onClose={onClose} />
    </Dialog>
  )
}

function Finder({ onClose }: { readonly onClose: () => void }) {
  const id = useId()
  const field = useRef<HTMLInputElement>(null)
  const sources = useFindSources()
  const [text, setText] = useState('')
  const [active, setActive] = useState(0)
  const groups = useMemo(() => findHits(text, sources), [text, sources])
  const hits = groups.flatMap((group) => group.hits)
  const chosen = hits[active] ?? hits[0]
  useEffect(() => field.current?.focus(), [])

  const go = (hit: Hit) => {
    onClose()
    hit.go()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    // an input method owns the keys while it composes a word
    if (event.nativeEvent.isComposing || !chosen) return
    const at = hits.indexOf(chosen)
    if (event.key === 'ArrowDown') setActive((at + 1) % hits.length)
    else if (event.key === 'ArrowUp') setActive((at - 1 + hits.length) % hits.length)
    else if (event.key === 'Enter') go(chosen)
    else return
    event.preventDefault()
  }
  return (
    <search className={classes.finder}>
      <TextInput
        ref={field}
        role="combobox"
        aria-label="Find a screen, an item, a person or a receipt"
        aria-expanded={hits.length > 0}
        aria-controls={hits.length > 0 ? id : undefined}
        aria-autocomplete="list"
        aria-activedescendant={chosen && `${id}-${chosen.id}`}
        placeholder="Screen, item, person or receipt"
        leftSection={<IconSearch size="1.25rem" aria-hidden />}
        autoComplete="off"
        spellCheck={false}
        value={text}
        onChange={(event) => {
          setText(event.currentTarget.value)
          setActive(0)
        }}
        onKeyDown={onKeyDown}
      />
      {hits.length > 0 ? (
        <HitList id={id} groups={groups} chosen={chosen} onPick={go} />
      ) : (
        <p className={`${classes.hits} ${classes.nothing}`}>Nothing on this device has that name or number.</p>
      )}
      <p className="shop-visually-hidden" role="status">
        {text === '' ? '' : counted(hits.length, 'result')}
      </p>
    </search>
  )
}

type ListProps = {
  readonly id: string
  readonly groups: readonly HitGroup[]
  readonly chosen: Hit | undefined
  readonly onPick: (hit: Hit) => void
}

function HitList({ id, groups, chosen, onPick }: ListProps) {
  return (
    <div id={id} role="listbox" aria-label="Results" className={classes.hits}>
      {groups.map(({ heading, hits }) => (
        // biome-ignore lint/a11y/useSemanticElements: a fieldset groups fields, and these are options
        <div key={heading} role="group" aria-label={heading}>
          <div className={classes.heading} aria-hidden>
            {heading}
          </div>
          {hits.map((hit) => (
            <HitOption key={hit.id} id={`${id}-${hit.id}`} hit={hit} isChosen={hit === chosen} onPick={onPick} />
          ))}
        </div>
      ))}
    </div>
  )
}

type OptionProps = {
  readonly id: string
  readonly hit: Hit
  readonly isChosen: boolean
  readonly onPick: (hit: Hit) => void
}

function HitOption({ id, hit, isChosen, onPick }: OptionProps) {
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the field handles the keys and keeps the focus
    // biome-ignore lint/a11y/useFocusableInteractive: the field names the chosen option
    <div
      id={id}
      role="option"
      aria-selected={isChosen}
      className={classes.hit}
      onMouseDown={(event) => event.preventDefault()}
      onClick={() => onPick(hit)}
      ref={(element) => {
        if (isChosen) element?.scrollIntoView({ block: 'nearest' })
      }}
    >
      <bdi className={classes.name}>{hit.name}</bdi>
      {hit.detail !== '' && <bdi className={classes.detail}>{hit.detail}</bdi>}
    </div>
  )
}
