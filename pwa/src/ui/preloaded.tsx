import { type ComponentType, lazy, useState } from 'react'

/** A part of the app that is loaded on its own. After `preload` it shows without any wait, whereas a lazy part shows an empty place first. */
export function preloaded<Props extends object>(load: () => Promise<ComponentType<Props>>) {
  let loaded: ComponentType<Props> | undefined
  const fetchPart = async () => {
    loaded = await load()
    return { default: loaded }
  }
  const Later = lazy(fetchPart)
  function Part(props: Props) {
    // the same while it is shown, so that its state stays
    const [Shown] = useState(() => loaded ?? Later)
    return <Shown {...props} />
  }
  return Object.assign(Part, { preload: () => void fetchPart().catch(() => undefined) })
}
