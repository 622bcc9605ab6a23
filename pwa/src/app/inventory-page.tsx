import { useState } from 'react'
import { DiscordResults } from '../chat/discord-results.tsx'
import { useDiscordTest } from '../chat/use-discord-test.ts'
import { InventoryScreen } from '../inventory/inventory-screen.tsx'

/** `/admin`: the inventory, with the chat's test messages among its buttons. */
export default function InventoryPage() {
  const [problem, setProblem] = useState<{ readonly text: string } | null>(null)
  const { isBusy, test, outcome, close } = useDiscordTest((text) => setProblem({ text }))
  return (
    <>
      <InventoryScreen chatTest={{ isBusy, run: () => void test(), problem }} />
      {outcome && <DiscordResults outcome={outcome} onClose={close} />}
    </>
  )
}
