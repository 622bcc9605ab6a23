import { useEffect, useState } from 'react'
import classes from './avatar.module.css'

type Props = {
  readonly name: string
  /** Address of the picture; '' for none. */
  readonly photoUrl: string
  /** `lg` where the picture is the subject. */
  readonly size?: 'sm' | 'lg'
}

const initialsOf = (name: string): string =>
  name
    .split(/[\s@._-]+/)
    .filter((part) => part !== '')
    .slice(0, 2)
    .map((part) => String.fromCodePoint(part.codePointAt(0) ?? 0).toUpperCase())
    .join('')

/** A person's picture, or the initials when there is no picture or it does not load. Screen readers skip it, since the name stands beside it. */
export function Avatar({ name, photoUrl, size = 'sm' }: Props) {
  const [missing, setMissing] = useState('')
  // a picture that failed offline may load once the network is back
  useEffect(() => {
    if (missing === '') return
    const again = () => setMissing('')
    window.addEventListener('online', again)
    return () => window.removeEventListener('online', again)
  }, [missing])
  return (
    <span className={classes.avatar} data-size={size} aria-hidden="true">
      {photoUrl !== '' && photoUrl !== missing ? (
        <img src={photoUrl} alt="" referrerPolicy="no-referrer" draggable={false} onError={() => setMissing(photoUrl)} />
      ) : (
        initialsOf(name)
      )}
    </span>
  )
}
