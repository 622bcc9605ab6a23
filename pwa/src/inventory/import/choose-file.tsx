import { Button, FileButton, Loader, Progress, Stack, Text } from '@mantine/core'
import { IconFileUpload } from '@tabler/icons-react'
import { type DragEvent, useState } from 'react'
import { EmptyState } from '../../ui/empty-state.tsx'
import classes from '../inventory.module.css'
import type { FileState } from './use-file.ts'

type Props = { state: Exclude<FileState, { kind: 'read' }>; onChoose: (file: File) => void; onCancel: () => void }

export function ChooseFile({ state, onChoose, onCancel }: Props) {
  const [isOver, setOver] = useState(false)
  const drop = (event: DragEvent) => {
    event.preventDefault()
    setOver(false)
    const file = event.dataTransfer.files[0]
    if (file) onChoose(file)
  }
  if (state.kind === 'reading')
    return (
      <Stack>
        <Text>{`Reading ${state.fileName}`}</Text>
        {state.part === null ? <Loader /> : <Progress value={state.part * 100} aria-label="Part of the file that was read" />}
        <Button variant="default" onClick={onCancel} w="max-content">
          Cancel
        </Button>
      </Stack>
    )
  return (
    <section
      aria-label="File"
      className={classes.drop}
      data-over={isOver || undefined}
      onDragOver={(event) => {
        event.preventDefault()
        setOver(true)
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
    >
      <EmptyState
        icon={<IconFileUpload />}
        title="Drop a CSV or Excel file here"
        hint="The first row names the columns; item name and barcode 1 are needed. Leading zeros of barcodes survive, in an Excel file those of text cells. Of an Excel file the first sheet is read. Nothing changes before you say so."
        action={
          <FileButton
            accept=".csv,.tsv,.txt,.xlsx,text/csv,text/tab-separated-values,text/plain"
            onChange={(file) => file && onChoose(file)}
          >
            {(props) => <Button {...props}>Choose File</Button>}
          </FileButton>
        }
      />
      {state.problem !== null && (
        <Text role="alert" c="red" ta="center" pb="lg" px="md">
          {`Error: ${state.problem}`}
        </Text>
      )}
    </section>
  )
}
