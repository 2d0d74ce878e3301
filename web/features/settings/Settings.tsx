export default function Settings({ tab }: { tab: string }) {
  return <p>{tab}</p>
}
