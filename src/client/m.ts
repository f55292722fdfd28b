import '../mobile/main.tsx'
