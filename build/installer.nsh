; What the installer of Windows does beyond the files. Everything is under the user's own keys.

!macro customInstall
  ; tillside://transaction/<reference> opens the app; the app itself looks at every link as something a stranger wrote.
  WriteRegStr SHELL_CONTEXT "Software\Classes\tillside" "" "URL:Tillside transaction"
  WriteRegStr SHELL_CONTEXT "Software\Classes\tillside" "URL Protocol" ""
  WriteRegStr SHELL_CONTEXT "Software\Classes\tillside\DefaultIcon" "" "$appExe,0"
  WriteRegStr SHELL_CONTEXT "Software\Classes\tillside\shell\open\command" "" '"$appExe" "%1"'
!macroend

!macro customUnInstall
  ; An update runs the old uninstaller too; what the new one has just written, or the user has chosen, must outlive it.
  ${ifNot} ${isUpdated}
    DeleteRegKey SHELL_CONTEXT "Software\Classes\tillside"
    ; Starting with the computer, under the name that Electron gives it: the app's ID where it was set, else one of its own.
    DeleteRegValue SHELL_CONTEXT "Software\Microsoft\Windows\CurrentVersion\Run" "${APP_ID}"
    DeleteRegValue SHELL_CONTEXT "Software\Microsoft\Windows\CurrentVersion\Run" "electron.app.${PRODUCT_NAME}"
  ${endIf}
!macroend
