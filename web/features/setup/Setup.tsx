export default function Setup() {
  return <p />
}
