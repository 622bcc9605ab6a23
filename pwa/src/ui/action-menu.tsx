import { type KeyboardEvent, type ReactNode, useId, useRef, useState } from 'react'
import classes from './action-menu.module.css'
import { Link } from './router.tsx'

type Props = {
  /** Accessible name of the button and of its menu. */
  readonly label: string
  readonly target: ReactNode
  readonly targetClassName?: string
  /** Side of the button with which the menu lines up, where the window has room. It opens upwards from the lower half of the window. */
  readonly align?: 'start' | 'end'
  readonly children: ReactNode
}

/** A button with a menu in the browser's top layer. Arrows move, Home and End jump, Esc closes the menu and returns the focus. */
export function ActionMenu({ label, target, targetClassName, align = 'end', children }: Props) {
  const id = useId()
  const [isOpen, setOpen] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const menu = useRef<HTMLDivElement>(null)

  const place = () => {
    const at = button.current?.getBoundingClientRect()
    const style = menu.current?.style
    if (!at || !style) return
    const isAbove = at.top > window.innerHeight / 2
    style.maxBlockSize = `${(isAbove ? at.top : window.innerHeight - at.bottom) - 12}px`
    style.insetBlock = isAbove ? `auto ${window.innerHeight - at.top + 4}px` : `${at.bottom + 4}px auto`
    const isAtEnd = align === 'end' || at.left > window.innerWidth / 2
    style.insetInline = isAtEnd ? `auto ${Math.max(8, window.innerWidth - at.right)}px` : `${Math.max(8, at.left)}px auto`
  }
  const onToggle = (opens: boolean) => {
    setOpen(opens)
    if (opens) itemsOf(menu.current)[0]?.focus()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const items = itemsOf(menu.current)
    const at = items.indexOf(document.activeElement as HTMLElement)
    const next = { ArrowDown: at + 1, ArrowUp: at - 1 + items.length, Home: 0, End: items.length - 1 }[event.key]
    if (event.key === 'Tab') menu.current?.hidePopover()
    if (next === undefined) return
    event.preventDefault()
    items[next % items.length]?.focus()
  }
  return (
    <>
      <button
        ref={button}
        type="button"
        className={targetClassName}
        aria-label={label}
        aria-haspopup="menu"
        aria-expanded={isOpen}
        aria-controls={id}
        popoverTarget={id}
      >
        {target}
      </button>
      <div
        ref={menu}
        id={id}
        popover="auto"
        role="menu"
        tabIndex={-1}
        aria-label={label}
        className={classes.menu}
        onBeforeToggle={place}
        onToggle={(event) => onToggle(event.newState === 'open')}
        onKeyDown={onKeyDown}
        onClick={(event) =>
          (event.target as HTMLElement).closest('[role="menuitem"]:not([data-keeps-open])') && menu.current?.hidePopover()
        }
      >
        {children}
      </div>
    </>
  )
}

function itemsOf(menu: HTMLElement | null): HTMLElement[] {
  return [...(menu?.querySelectorAll<HTMLElement>('[role="menuitem"]') ?? [])]
}

type ItemProps = {
  readonly icon?: ReactNode
  readonly onClick: () => void
  /** Keeps the menu open, for switches. */
  readonly keepsOpen?: boolean
  /** Reason why the action is unavailable. It still takes the focus, so that everybody can read why. */
  readonly reason?: string | null
  readonly children: ReactNode
}

export function ActionMenuItem({ icon, onClick, keepsOpen, reason = null, children }: ItemProps) {
  return (
    <button
      type="button"
      role="menuitem"
      tabIndex={-1}
      className={classes.item}
      aria-disabled={reason !== null || undefined}
      data-keeps-open={keepsOpen || reason !== null || undefined}
      onClick={reason === null ? onClick : undefined}
    >
      {icon}
      {reason === null ? (
        children
      ) : (
        <span>
          {children}
          <small>{reason}</small>
        </span>
      )}
    </button>
  )
}

export function ActionMenuLink({ icon, to, children }: { readonly icon?: ReactNode; readonly to: string; readonly children: ReactNode }) {
  return (
    <Link to={to} role="menuitem" tabIndex={-1} className={classes.item}>
      {icon}
      {children}
    </Link>
  )
}

/** A menu's link that leaves the app: to write a mail, or to another site, which opens in another tab. */
export function ActionMenuAnchor({
  icon,
  href,
  children,
}: {
  readonly icon?: ReactNode
  readonly href: string
  readonly children: ReactNode
}) {
  const isSite = /^https?:/i.test(href)
  return (
    <a href={href} role="menuitem" tabIndex={-1} className={classes.item} {...(isSite && { target: '_blank', rel: 'noopener noreferrer' })}>
      {icon}
      {children}
    </a>
  )
}

/** A line of a menu without an action. */
export function ActionMenuNote({ children }: { readonly children: ReactNode }) {
  return (
    <div role="presentation" className={classes.note}>
      {children}
    </div>
  )
}
