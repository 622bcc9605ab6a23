import type { ReactNode, RefObject } from 'react'
import FaultSender from '../../faults/fault-sender.tsx'
import Find from '../find/find.tsx'
import InstalledApp from './installed-app.tsx'
import PullToRefresh from './pull-to-refresh.tsx'

/** Parts of the frame that no screen waits for, and without which every screen works: pulling to refresh, reports of faults, the icon of the
 *  installed app, and *Find*. One file, because each of several would cost the till's first load the words that load it. */
export default function Later({ scroller }: { readonly scroller: RefObject<HTMLElement | null> }): ReactNode {
  return (
    <>
      <PullToRefresh scroller={scroller} />
      <FaultSender />
      <InstalledApp />
      <Find />
    </>
  )
}
