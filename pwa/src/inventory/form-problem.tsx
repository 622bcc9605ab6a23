import { Banner } from '../ui/banner.tsx'

/** Why the last try of a form was refused. */
export function FormProblem({ text, onClear }: { text: string | null; onClear: () => void }) {
  return <Banner text={text} onClear={onClear} isError inline />
}
