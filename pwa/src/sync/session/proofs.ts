import type { AnyCall, Assurance } from '@shop/shared/kernel/define-call.ts'
import { Refusal } from '@shop/shared/kernel/errors.ts'

/** Asks the person for a proof of identity; false when they decline. */
export type AskForProof = (assurance: Assurance) => Promise<boolean>

/** Repeats a call once the person has given the proof that it needs. Calls that need a proof at the same time share one question. */
export class Proofs {
  private ask: AskForProof | null = null
  private underWay: Promise<boolean> | null = null

  /** Registers the dialog that asks; answers a function that unregisters it. */
  askBy(ask: AskForProof): () => void {
    this.ask = ask
    return () => {
      if (this.ask === ask) this.ask = null
    }
  }

  /** Calls `send`. If the server asks for a proof, gathers one and calls `send` once more. A call that declares no assurance may need a proof too,
   *  because of the command that it runs. */
  async proving<T>({ assurance = 'second' }: AnyCall, send: () => Promise<T>): Promise<T> {
    try {
      return await send()
    } catch (thrown) {
      const isNeeded = thrown instanceof Refusal && thrown.code === 'PROOF_NEEDED'
      if (!isNeeded || !(await this.gather(assurance))) throw thrown
      return send()
    }
  }

  gather(assurance: Assurance): Promise<boolean> {
    this.underWay ??= (this.ask?.(assurance) ?? Promise.resolve(false)).finally(() => {
      this.underWay = null
    })
    return this.underWay
  }
}
