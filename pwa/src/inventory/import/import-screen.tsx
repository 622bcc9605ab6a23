import { Button } from '@mantine/core'
import { useEffect } from 'react'
import { Banner, useBanner } from '../../ui/banner.tsx'
import { Page } from '../../ui/page.tsx'
import { Link } from '../../ui/router.tsx'
import { useTitle } from '../../ui/use-title.ts'
import { ChooseFile } from './choose-file.tsx'
import { PlanImport } from './plan-import.tsx'
import { RunSection } from './run-section.tsx'
import { useFile } from './use-file.ts'
import { useImportChoices } from './use-import-choices.ts'
import { useImportRun } from './use-import-run.ts'

/** Imports items from a CSV or Excel file in four steps: choose, check, decide, import everything in one commit. */
export default function ImportScreen() {
  useTitle('Import items')
  const { state: file, choose, forget } = useFile()
  const { state: run, start, retry, cancel } = useImportRun()
  const { choices, change } = useImportChoices(file.kind === 'read' ? file.content : null)
  const banner = useBanner()
  // a file dropped beside the box must not replace the page
  useEffect(() => {
    const stay = (event: DragEvent) => event.preventDefault()
    window.addEventListener('dragover', stay)
    window.addEventListener('drop', stay)
    return () => {
      window.removeEventListener('dragover', stay)
      window.removeEventListener('drop', stay)
    }
  }, [])

  const again = () => {
    cancel()
    forget()
  }
  const giveUp = () => {
    if (cancel() && run.kind === 'running') banner.show('Import cancelled. The inventory is as it was.')
  }
  return (
    <Page
      title="Import items"
      subtitle={file.kind === 'read' ? file.content.fileName : 'From a CSV or Excel file into the master inventory or a consignor’s.'}
      actions={
        <Button variant="default" component={Link} to="/admin">
          Back to Inventory
        </Button>
      }
    >
      <Banner {...banner.props} />
      {run.kind !== 'idle' ? (
        <RunSection state={run} onRetry={() => void retry()} onCancel={giveUp} onAgain={again} />
      ) : file.kind !== 'read' ? (
        <ChooseFile state={file} onChoose={(chosen) => void choose(chosen)} onCancel={forget} />
      ) : (
        <PlanImport
          content={file.content}
          choices={choices}
          onChange={change}
          onStart={(order) => void start(order)}
          onOtherFile={forget}
        />
      )}
    </Page>
  )
}
