; Additions to the Windows installer. All registry keys belong to the current user.

!macro customInstall
  ; tillside://transaction/<reference> opens the app, which treats every link as untrusted input.
  WriteRegStr SHELL_CONTEXT "Software\Classes\tillside" "" "URL:Tillside transaction"
  WriteRegStr SHELL_CONTEXT "Software\Classes\tillside" "URL Protocol" ""
  WriteRegStr SHELL_CONTEXT "Software\Classes\tillside\DefaultIcon" "" "$appExe,0"
  WriteRegStr SHELL_CONTEXT "Software\Classes\tillside\shell\open\command" "" '"$appExe" "%1"'
!macroend

!macro customUnInstall
  ; An update runs the old uninstaller too, which must not remove new keys or the user's choices.
  ${ifNot} ${isUpdated}
    DeleteRegKey SHELL_CONTEXT "Software\Classes\tillside"
    ; Electron writes it, so that a click on a notification starts the app.
    DeleteRegKey HKCU "Software\Classes\CLSID\{7A0C5E52-2D1F-4B8C-9C37-5A6F4E1D8B21}"
    ; The start with the computer, under the name that Electron uses: the app's ID if it was set, otherwise its own.
    DeleteRegValue SHELL_CONTEXT "Software\Microsoft\Windows\CurrentVersion\Run" "${APP_ID}"
    DeleteRegValue SHELL_CONTEXT "Software\Microsoft\Windows\CurrentVersion\Run" "electron.app.${PRODUCT_NAME}"
  ${endIf}
!macroend
