import type { AnyEntity } from '../../../schema/index.ts'
import { upload } from '../../../browser/file-calls.ts'
import { callAddress } from '../../calls.ts'
import type { Act } from './use-act.ts'

/** One file of the user's choice; undefined if they chose none. */
function chooseFile(): Promise<File | undefined> {
  const input = document.createElement('input')
  input.type = 'file'
  input.hidden = true
  document.body.append(input)
  return new Promise((resolve) => {
    const end = () => {
      resolve(input.files?.[0])
      input.remove()
    }
    input.addEventListener('change', end)
    input.addEventListener('cancel', end)
    input.click()
  })
}

/** Let the user choose a file and send it to a declared call, saying so meanwhile; answers its name, or undefined if none was chosen. */
export async function sendFile(entity: AnyEntity, call: string, { wait }: Pick<Act, 'wait'>): Promise<string | undefined> {
  const file = await chooseFile()
  if (!file) return undefined
  const form = new FormData()
  form.append('file', file)
  const stop = wait(`${file.name} 上传中……`)
  try {
    await upload(callAddress(entity, call).url, form)
  } finally {
    stop()
  }
  return file.name
}
