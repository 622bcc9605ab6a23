import type { Item } from '@shop/shared/inventory/schema.ts'
import { type KeyboardEvent, useCallback, useEffect, useState } from 'react'
import type { LinesState } from '../cart/use-line-actions.ts'
import type { AddLine } from '../use-add-line.ts'
import { isSellable } from './sellable.ts'
import { SEARCH_DEBOUNCE_MS, useFoundItems } from './use-found-items.ts'

export function useFinder(lines: LinesState, addItem: AddLine['add'], consignorId: string | null) {
  const [text, setText] = useState('')
  const [searched, setSearched] = useState('')
  const [activeId, setActiveId] = useState<string | null>(null)
  const { found, find } = useFoundItems(searched, consignorId)

  useEffect(() => {
    if (text.trim() === '') return setSearched('')
    const timer = setTimeout(() => setSearched(text), SEARCH_DEBOUNCE_MS)
    return () => clearTimeout(timer)
  }, [text])
  // the first hit in stock becomes the active one, so that Enter adds it. What a text only may mean is for a person to choose
  useEffect(() => {
    const isHit = searched !== '' && found.kind !== 'similar'
    setActiveId(isHit ? (found.items.find(isSellable)?.id ?? null) : null)
  }, [found.kind, found.items, searched])

  const add = useCallback((item: Item) => addItem(item), [addItem])
  const activeIndex = found.items.findIndex((item) => item.id === activeId)
  const move = (by: 1 | -1) => {
    const next = Math.min(found.items.length - 1, Math.max(0, activeIndex + by))
    setActiveId(found.items[next]?.id ?? null)
  }
  const enter = () => {
    // Enter right after typing does not wait for the pause, and must not add a hit of the previous text
    const isEarly = text !== searched && text.trim() !== ''
    const item = isEarly ? find(text).find(isSellable) : found.items[activeIndex]
    if (!item) return isEarly && setSearched(text)
    add(item)
    setText('')
  }
  const step = (by: 1 | -1) => {
    if (lines.selected) lines.actions.setQuantity(lines.selected.id, lines.selected.quantity + by)
  }
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    // Enter, Esc and arrows belong to the input method while it composes a word
    if (event.nativeEvent.isComposing) return
    const { key } = event
    if (key === 'Escape') {
      if (text === '') event.currentTarget.blur()
      return setText('')
    }
    if (key === 'ArrowDown' || key === 'ArrowUp') move(key === 'ArrowDown' ? 1 : -1)
    else if (key === 'Enter') enter()
    else if (text === '' && (key === '+' || key === '-') && lines.selected) step(key === '+' ? 1 : -1)
    else return
    event.preventDefault()
  }
  return { text, setText, searched, found, activeId, add, onKeyDown }
}
