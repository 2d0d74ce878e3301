export default function Reports() {
  return <p />
}
