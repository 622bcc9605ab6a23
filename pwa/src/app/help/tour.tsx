import { Button } from '@mantine/core'
import { useCallback, useEffect, useRef, useState } from 'react'
import { Dialog } from '../../ui/dialog.tsx'
import { navigate } from '../../ui/router.tsx'
import classes from './help.module.css'
import { ADMIN_STEPS, CONSIGNOR_STEPS } from './tour-steps.ts'

type Props = { readonly isAdmin: boolean; readonly onClose: () => void }

/** Shows the steps of the tour, each with a link to its screen. Arrow keys turn the pages, Esc ends the tour. */
export function Tour({ isAdmin, onClose }: Props) {
  const steps = isAdmin ? ADMIN_STEPS : CONSIGNOR_STEPS
  const [at, setAt] = useState(0)
  const next = useRef<HTMLButtonElement>(null)
  const last = steps.length - 1
  const turn = useCallback((by: 1 | -1) => setAt((now) => Math.min(Math.max(now + by, 0), last)), [last])
  useEffect(() => {
    // runs after the dialog has opened, because the dialog first focuses its close button
    next.current?.focus()
    const onKeyDown = ({ key }: KeyboardEvent) => {
      if (key === 'ArrowRight') turn(1)
      else if (key === 'ArrowLeft') turn(-1)
    }
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [turn])
  const step = steps[at]
  if (!step) return null
  const isLast = at === last
  return (
    <Dialog isOpen onClose={onClose} title="A short tour">
      <div className={classes.tour}>
        <div className={classes.step} aria-live="polite">
          <span className={classes.stepIcon} aria-hidden="true">
            <step.Icon />
          </span>
          <p className={classes.count}>{`Step ${at + 1} of ${steps.length}`}</p>
          <h3 className={classes.stepTitle}>{step.title}</h3>
          <p className={classes.stepText}>{step.text}</p>
          <Button
            variant="light"
            onClick={() => {
              onClose()
              navigate(step.to)
            }}
          >
            {step.link}
          </Button>
        </div>
        <div className={classes.turn}>
          <Button variant="default" disabled={at === 0} onClick={() => turn(-1)}>
            Back
          </Button>
          <Button ref={next} onClick={() => (isLast ? onClose() : turn(1))}>
            {isLast ? 'Done' : 'Next'}
          </Button>
        </div>
      </div>
    </Dialog>
  )
}
