import { Button, Modal, SegmentedControl } from '@mantine/core'
import type { PosSale } from '@shop/shared/pos/schema.ts'
import { IconPrinter } from '@tabler/icons-react'
import { useShopSettings } from '../../ui/use-shop-settings.ts'
import { useWindow } from '../../ui/use-window.ts'
import { PAPERS, type Paper, usePaper } from './paper.ts'
import { Receipt } from './receipt.tsx'

type Props = { readonly sale: PosSale; readonly isReprint: boolean; readonly onPrint: () => void; readonly onClose: () => void }

export default function ReceiptDialog({ sale, isReprint, onPrint, onClose }: Props) {
  const { shopName } = useShopSettings()
  const close = useWindow(onClose)
  const [paper, setPaper] = usePaper()
  return (
    <Modal opened onClose={close} closeButtonProps={{ 'aria-label': 'Close' }} title={`Receipt ${sale.receiptNumber}`} centered>
      <Receipt paper={paper} sale={sale} shopName={shopName} isReprint={isReprint} />
      <SegmentedControl
        mt="md"
        size="md"
        fullWidth
        aria-label="Paper of this device’s printer"
        data={[...PAPERS]}
        value={paper}
        onChange={(value) => setPaper(value as Paper)}
      />
      <Button mt="md" size="lg" fullWidth leftSection={<IconPrinter />} onClick={onPrint}>
        {isReprint ? 'Reprint' : 'Print receipt'}
      </Button>
    </Modal>
  )
}
