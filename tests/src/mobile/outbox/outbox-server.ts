import { Refusal } from '../../../../src/mobile/call.ts'
import type { Job } from '../../../../src/mobile/outbox/entries.ts'
import type { Post } from '../../../../src/mobile/outbox/sender.ts'

export const noNetwork = () => new Refusal('网络连接失败，请检查网络后重试', 0)

/** A server that can be unreachable, lose its answer, or refuse. */
export function aServer() {
  const sent: { key: string; kind: Job['kind']; paths: readonly string[] }[] = []
  const taken = new Map<string, readonly string[]>()
  const uploads: string[] = []
  const server = {
    isAway: false,
    losesAnswer: false,
    refuses: undefined as Refusal | undefined,
    refusesPhoto: undefined as Refusal | undefined,
    /** While this is set, answers to submissions wait for it. */
    hesitates: undefined as Promise<void> | undefined,
    sent,
    taken,
    uploads,
  }
  const post: Post = {
    async upload(photo, { onPart }) {
      onPart(0.5)
      if (server.isAway) throw noNetwork()
      if (server.refusesPhoto) throw server.refusesPhoto
      uploads.push(photo.id)
      return `result/202611/${photo.id}.jpg`
    },
    async send({ id, kind }, paths) {
      if (server.isAway) throw noNetwork()
      if (server.refuses) throw server.refuses
      sent.push({ key: id, kind, paths })
      taken.set(id, paths)
      await server.hesitates
      if (server.losesAnswer) throw noNetwork()
    },
    afterSent: async () => undefined,
  }
  return Object.assign(server, { post })
}
