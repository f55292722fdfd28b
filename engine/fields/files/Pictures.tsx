import { Image, Space } from 'antd'

/** Thumbnails with a preview. */
export function Pictures({ urls, label }: { readonly urls: readonly (string | undefined)[]; readonly label: string }) {
  return (
    <Image.PreviewGroup>
      <Space size={4}>
        {urls.map((url, index) => (
          <Image key={url ?? index} src={url} alt={label} width={32} height={32} style={{ objectFit: 'cover', borderRadius: 4 }} />
        ))}
      </Space>
    </Image.PreviewGroup>
  )
}
